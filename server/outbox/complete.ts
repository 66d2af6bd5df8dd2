import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

export interface Completion {
  readonly leadId: string;
  /** The provider's name for the record. */
  readonly remoteId: string;
  /** Where the record was made by another strategy than the row says. */
  readonly strategy?: number | undefined;
}

/**
 * Marks the leads that are still leased by the owner as delivered, in one durable statement. A lease that ended and
 * that nobody else has taken since still counts: the lead was delivered all the same.
 * @param completions at least one
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns the ids of the leads that were leased by the owner
 */
export async function complete(
  db: Database,
  owner: string,
  completions: readonly Completion[],
  now: number,
): Promise<Set<string>> {
  const strategies = completions.flatMap(({ leadId, strategy }) =>
    strategy === undefined ? [] : [sql`when ${leadId} then cast(${strategy} as integer)`],
  );
  const names = completions.map(({ leadId, remoteId }) => sql`when ${leadId} then ${remoteId}`);
  const rows = await db
    .updateTable('outbox')
    .set({
      state: 'delivered',
      delivered_at: db.engine.instant(now),
      remote_id: sql<string>`case lead_id ${sql.join(names, sql` `)} end`,
      ...(strategies.length > 0 && {
        strategy: sql<number>`case lead_id ${sql.join(strategies, sql` `)} else strategy end`,
      }),
      unknown_outcome: 0,
      last_error: null,
      lease_owner: null,
      lease_until: null,
    })
    .where(
      'lead_id',
      'in',
      completions.map(({ leadId }) => leadId),
    )
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .returning('lead_id')
    .execute();
  return new Set(rows.map(({ lead_id }) => lead_id));
}
