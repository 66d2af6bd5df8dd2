import type { AuditView } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { auditStore } from '../../audits/queue/audit-store.ts';
import { auditView } from '../../audits/report/audit-view.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import type { Database } from '../../store/database.ts';
import { type LeadEvent, leadEvents } from '../../store/leads/events.ts';
import type { BookingChangeRow } from '../../store/schema.ts';
import type { OperatorLead } from './operator-lead.ts';
import { messagesAbout, type StoryMessage } from './story.ts';

/** An express audit of a lead: what the report says, without the secret address at which it is read. */
export type PersonAudit = Omit<AuditView, 'pictures'> & {
  readonly askedAt: Instant;
  readonly expiresAt: Instant;
};

/** A lead with what is kept about it. */
export interface PersonLead {
  readonly lead: OperatorLead;
  readonly events: readonly LeadEvent[];
  readonly messages: readonly StoryMessage[];
  readonly audits: readonly PersonAudit[];
}

/** A call with every state that it has been in, and the messages about it that are not about a lead. */
export interface PersonCall {
  readonly call: StoredBooking;
  readonly changes: readonly Pick<BookingChangeRow, 'kind' | 'start_at' | 'at'>[];
  readonly messages: readonly StoryMessage[];
}

/** Reads what is kept about these leads and calls, each in the order given. */
export async function personOf(
  db: Database,
  leads: readonly OperatorLead[],
  calls: readonly StoredBooking[],
): Promise<{ readonly leads: readonly PersonLead[]; readonly calls: readonly PersonCall[] }> {
  return {
    leads: await Promise.all(leads.map((lead) => withStory(db, lead))),
    calls: await Promise.all(calls.map((call) => withHistory(db, call))),
  };
}

async function withStory(db: Database, lead: OperatorLead): Promise<PersonLead> {
  const rows = await auditStore(db).ofLead(lead.id);
  return {
    lead,
    events: await leadEvents(db, lead.id),
    messages: await messagesAbout(db, 'lead_id', lead.id),
    audits: rows.map((row) => {
      const { pictures: _, ...view } = auditView(row, { pictures: [] });
      return { ...view, askedAt: row.created_at, expiresAt: row.expires_at };
    }),
  };
}

async function withHistory(db: Database, call: StoredBooking): Promise<PersonCall> {
  const changes = await db
    .selectFrom('booking_changes')
    .select(['kind', 'start_at', 'at'])
    .where('booking_id', '=', call.id)
    .orderBy('sequence')
    .execute();
  const messages = call.leadId === null ? await messagesAbout(db, 'booking_id', call.id) : [];
  return { call, changes, messages };
}
