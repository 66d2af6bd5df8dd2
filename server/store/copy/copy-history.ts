import type { Kysely, Transaction } from 'kysely';
import type { LeadEventRow, MessageRow, Schema } from '../schema.ts';

/** SQLite takes at most 32,766 parameters in a statement, and a message has 18. */
const BATCH = 1_500;

/** What happened to some leads, and what was or is owed about them. */
export interface Told {
  readonly events: readonly LeadEventRow[];
  readonly messages: readonly MessageRow[];
}

/** Reads the story of leads; messages about their calls come with those (copy-bookings.ts). */
export async function historyOf(
  db: Kysely<Schema>,
  leads: readonly { readonly id: string }[],
): Promise<Told> {
  const ids = leads.map(({ id }) => id);
  const [events, messages] = await Promise.all([
    db.selectFrom('lead_events').selectAll().where('lead_id', 'in', ids).execute(),
    db
      .selectFrom('messages')
      .selectAll()
      .where('lead_id', 'in', ids)
      .where('booking_id', 'is', null)
      .execute(),
  ]);
  return { events, messages };
}

/** Writes the story of those leads that were added, so that nobody is told twice and nobody is forgotten. */
export async function copyHistory(
  tx: Transaction<Schema>,
  { events, messages }: Told,
  added: ReadonlySet<string>,
): Promise<void> {
  const ours = <R extends { lead_id: string | null }>(rows: readonly R[]) =>
    rows.filter(({ lead_id }) => lead_id !== null && added.has(lead_id));
  for (const rows of chunks(ours(events)))
    await tx
      .insertInto('lead_events')
      .values([...rows])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  const free = ours(messages).map((row) => ({ ...row, lease_owner: null, lease_until: null }));
  for (const rows of chunks(free))
    await tx
      .insertInto('messages')
      .values([...rows])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}

function chunks<R>(rows: readonly R[]): (readonly R[])[] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );
}
