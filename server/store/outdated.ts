import type { CompiledQuery } from 'kysely';

/**
 * A transaction that was decided by what was read before it. The embedded database takes all statements of a transaction
 * at once, so nothing can be decided within one: instead each transaction names what it was decided by, is refused when
 * that has changed, and is decided anew.
 */

/** The statement, which has to find or change a row: when it does not, its transaction is refused (`isOutdated`). */
export function required(query: CompiledQuery): CompiledQuery {
  return Object.assign({ ...query }, { isRequired: true });
}

export function isRequired(query: object): boolean {
  return 'isRequired' in query && query.isRequired === true;
}

/** @throws when a statement has found and changed no row */
export function refuseEmpty(result: {
  readonly rows: readonly unknown[];
  readonly numAffectedRows?: bigint | undefined;
}): void {
  if (result.rows.length === 0 && !result.numAffectedRows) throw outdated();
}

/** The same refusal, by whoever reads after a transaction what it was decided by. */
export function outdated(): Error {
  return new Error(OUTDATED);
}

/** Known by its words alone: of an error of SQLite's thread nothing else arrives. */
const OUTDATED = 'What this transaction was decided by has changed';

/**
 * Whether a transaction was refused because another has changed what it was decided by. A key that is taken, or a row
 * referred to that is gone, was so after it was read; PostgreSQL also ends one of two that wait for each other (40P01).
 */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error.message === OUTDATED || OUTDATED_CODES.includes(code) || SQLITE.test(error.message);
}

/** unique_violation, foreign_key_violation, serialization_failure, deadlock_detected. */
const OUTDATED_CODES: readonly string[] = ['23505', '23503', '40001', '40P01'];
const SQLITE = /(UNIQUE|FOREIGN KEY) constraint failed/;

/** Each time another has written, so that somebody comes further with each. */
const TRIES = 10;

/** Does what reads, decides and writes, and does it anew as long as others change in between what it has read. */
export async function untilDecided<T>(act: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await act();
    } catch (error) {
      if (left === 1 || !isOutdated(error)) throw error;
    }
  }
}
