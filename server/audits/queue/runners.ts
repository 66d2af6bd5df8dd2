import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';

/** For how long a server that takes audits counts as being there after it was seen. In milliseconds. */
const PRESENT_MS = 30_000;

/** Says that a server takes audits, for as long as `PRESENT_MS`; those that have said nothing for long are forgotten. */
export async function announceRunner(
  db: Database,
  { id, browser, now }: { readonly id: string; readonly browser: boolean; readonly now: Instant },
): Promise<void> {
  const instant = db.engine.instant(now);
  const values = { browser: browser ? 1 : 0, seen_at: instant } as const;
  await db.atomically([
    db
      .insertInto('audit_runners')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .compile(),
    db
      .deleteFrom('audit_runners')
      .where('seen_at', '<', sql<number>`${instant} - ${2 * PRESENT_MS}`)
      .compile(),
  ]);
}

/** Takes back what `announceRunner` said. */
export async function dismissRunner(db: Database, id: string): Promise<void> {
  await db.deleteFrom('audit_runners').where('id', '=', id).execute();
}

/** How many servers work on the queue: one at least. */
export async function countRunners(db: Database, now: Instant): Promise<number> {
  const { browsers, all } = await db
    .selectFrom('audit_runners')
    .select((e) => [e.fn.sum('browser').as('browsers'), e.fn.countAll().as('all')])
    .where(isPresent(db.engine.instant(now)))
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(browsers ?? 0) || Number(all));
}

/** Whether a server that can measure in a browser is there. */
export function isBrowserThere(instant: RawBuilder<number>) {
  return sql<boolean>`exists (select 1 from audit_runners where browser = 1 and ${isPresent(instant)})`;
}

/** Whether a server was seen lately; not if that was in the future, by a clock that has been set back since. */
function isPresent(instant: RawBuilder<number>) {
  return sql<boolean>`(seen_at > ${instant} - ${PRESENT_MS} and seen_at <= ${instant} + ${PRESENT_MS})`;
}
