import { type RawBuilder, sql } from 'kysely';
import { LANDING_MS } from '../worker/backoff.ts';

/** As soon as a row may be due: at once, or when its request must have landed if nobody knows what became of it. */
export function dueNow(instant: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`${instant} + ${LANDING_MS} * unknown_outcome`;
}
