import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { isPresent, PRESENT_MS } from './claim.ts';

/** Says that a server takes audits, for as long as `PRESENT_MS`; those that have said nothing for long are forgotten. */
export async function announceRunner(
  db: Database,
  { id, browser, now }: { readonly id: string; readonly browser: boolean; readonly now: number },
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
export async function countRunners(db: Database, now: number): Promise<number> {
  const { browsers, all } = await db
    .selectFrom('audit_runners')
    .select((e) => [e.fn.sum('browser').as('browsers'), e.fn.countAll().as('all')])
    .where(isPresent(db.engine.instant(now)))
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(browsers ?? 0) || Number(all));
}
