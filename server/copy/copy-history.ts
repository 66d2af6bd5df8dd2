import type { Kysely, Transaction } from 'kysely';
import { addMissing } from '../store/add-missing.ts';
import type { LeadEventRow, MessageRow, Schema } from '../store/schema.ts';
import { unleased } from './rows.ts';

/** What happened to some leads, and the messages about them, sent or not. */
export interface LeadHistory {
  readonly events: readonly LeadEventRow[];
  readonly messages: readonly MessageRow[];
  /** The mails that tell several of these messages together. */
  readonly bundles: readonly MessageRow[];
}

/** Reads the history of leads; messages about their calls come with those (copy-bookings.ts). */
export async function historyOf(
  db: Kysely<Schema>,
  leads: readonly { readonly id: string }[],
): Promise<LeadHistory> {
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
  const theirs = db.selectFrom('messages').select('bundle_id').where('lead_id', 'in', ids);
  const bundles = await db.selectFrom('messages').selectAll().where('id', 'in', theirs).execute();
  return { events, messages, bundles };
}

/** Writes the history of those leads that were added, so that nobody is told twice and nobody is forgotten. */
export async function copyHistory(
  tx: Transaction<Schema>,
  { events, messages, bundles }: LeadHistory,
  added: ReadonlySet<string>,
): Promise<void> {
  const ours = <R extends { lead_id: string | null }>(rows: readonly R[]) =>
    rows.filter(({ lead_id }) => lead_id !== null && added.has(lead_id));
  await addMissing(tx, 'lead_events', ours(events));
  const told = ours(messages);
  const bundleIds = new Set(told.map(({ bundle_id }) => bundle_id));
  await addMissing(tx, 'messages', bundles.filter(({ id }) => bundleIds.has(id)).map(unleased));
  await addMissing(tx, 'messages', told.map(unleased));
}
