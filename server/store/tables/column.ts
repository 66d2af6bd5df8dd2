import type { ColumnType } from 'kysely';

/** A column that a new row may leave out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
