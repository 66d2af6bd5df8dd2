import { isMailAddress } from '../config/mail-address.ts';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { type LeadEvent, leadEvents } from './events.ts';

/** A lead as a mail is about it: what is known of the person, and what has happened. */
export interface Contact {
  readonly lead: StoredLead;
  readonly events: readonly LeadEvent[];
  /** International number, where an event brought one. */
  readonly phone?: string;
  /** Whether mail can be sent to the address as it was typed. */
  readonly reachable: boolean;
}

/** The contact behind a lead's id; undefined once it was erased. */
export async function contactOf(db: Database, leadId: string): Promise<Contact | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst();
  if (row === undefined) return undefined;
  const lead = toLead(row);
  const events = await leadEvents(db, leadId);
  const phone = events.findLast(({ detail }) => typeof detail.phone === 'string')?.detail.phone;
  return {
    lead,
    events,
    ...(typeof phone === 'string' && { phone }),
    reachable: isMailAddress(lead.email),
  };
}
