import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { type LeadEvent, leadEvents } from './events.ts';

/** All that a mail about a lead needs: the lead, its events and how to reach the person. */
export interface Contact {
  readonly lead: StoredLead;
  readonly events: readonly LeadEvent[];
  /** International number, from the newest event that has one. */
  readonly phone?: string;
}

/** The contact of a lead; undefined once the lead was erased. */
export async function contactOf(db: Database, leadId: string): Promise<Contact | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst();
  if (row === undefined) return undefined;
  const lead = toLead(row);
  const events = await leadEvents(db, leadId);
  const phone = events.findLast(({ detail }) => typeof detail.phone === 'string')?.detail.phone;
  return { lead, events, ...(typeof phone === 'string' && { phone }) };
}
