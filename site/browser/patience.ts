/** Nobody waits longer for code or for an answer before they may go on, or try again. In milliseconds. */
export const PATIENCE_MS = 4_000;
