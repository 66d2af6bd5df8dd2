import type { CompiledQuery } from 'kysely';
import type { Database } from '#server/store/database.ts';
import { planOf } from './scale-database.ts';

const LARGE = 'leads|outbox|messages|lead_events|audits|booking_cells';
/**
 * Matches a line of a query plan that reads every row of a large table, from the table itself or from an index of all
 * its rows, every waiting message of a channel, or every event of a kind. Partial indexes do not match, nor does `leads_by_created`, from which
 * the statements read only the newest rows.
 */
const WHOLE_TABLE = new RegExp(
  `Seq Scan on (${LARGE})\\b|SCAN (${LARGE})\\b(?! USING (COVERING )?INDEX (outbox_|leads_by_created|audits_))|messages_due \\(channel=\\?\\)|lead_events_kind \\(kind=\\?\\)`,
);

export interface WholeTables {
  readonly statements: number;
  readonly found: readonly { readonly sql: string; readonly steps: readonly string[] }[];
  /** By statement. */
  readonly plans: ReadonlyMap<string, string>;
}

/** Does the work and names each of its statements that read a whole table. */
export async function wholeTablesReadBy(
  opened: (heard?: (statement: CompiledQuery) => void) => Database,
  work: (db: Database) => Promise<unknown>,
): Promise<WholeTables> {
  const heard = new Map<string, CompiledQuery>();
  await work(opened((statement) => void heard.set(statement.sql, statement)));
  const statements = [...heard.values()].filter(({ sql }) => new RegExp(`\\b(${LARGE})\\b`).test(sql));
  const plain = opened();
  const found: { sql: string; steps: string[] }[] = [];
  const plans = new Map<string, string>();
  for (const statement of statements) {
    const plan = await planOf(plain, statement);
    plans.set(statement.sql, plan.join('\n'));
    const steps = plan.filter((step) => WHOLE_TABLE.test(step));
    if (steps.length > 0) found.push({ sql: statement.sql, steps });
  }
  return { statements: statements.length, found, plans };
}
