/** A moment, in milliseconds since the Unix epoch. */
export type Instant = number;
