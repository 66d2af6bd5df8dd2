import { type CompiledQuery, sql } from 'kysely';
import { statusAfter } from '#domain/lead-status.ts';
import type { EventKind } from '#domain/promise.ts';
import type { Database } from '../store/database.ts';
import type { Contact } from './contact.ts';
import { eventQuery, lastMark } from './events.ts';
import { idAfter, mailId } from './ids.ts';
import { messagesQuery } from './new-message.ts';
import { statusQuery } from './provider-status.ts';
import { LAST_STEP, reminderDue } from './reminders.ts';

export type Answer = 'repondu' | 'pas-joint' | 'perdu';

const EVENT_OF = { repondu: 'answered', 'pas-joint': 'not-reached', perdu: 'lost' } as const satisfies Record<
  Answer,
  EventKind
>;

export interface MarkDeps {
  readonly db: Database;
  /** Address that mails come from. */
  readonly sender: string;
}

/** The owner's latest mark on a contact. */
export function answerOf({ events }: Contact): { readonly answer: Answer; readonly at: number } | undefined {
  const mark = lastMark(events);
  const answer = (Object.keys(EVENT_OF) as Answer[]).find((one) => EVENT_OF[one] === mark?.kind);
  return mark && answer && { answer, at: mark.at };
}

/**
 * Stores the owner's mark; the same mark twice in a row is stored once, except `pas-joint`, which makes another
 * reminder each time, for the next working morning.
 * @param now milliseconds since the epoch
 */
export async function mark(
  { db, sender }: MarkDeps,
  contact: Contact,
  answer: Answer,
  now: number,
): Promise<void> {
  const last = answerOf(contact);
  if (last?.answer === answer && answer !== 'pas-joint') return;
  const { id: leadId } = contact.lead;
  const id = crypto.randomUUID();
  const event = eventQuery(db, { id, leadId, kind: EVENT_OF[answer], by: 'owner', at: { now } });
  const detail = { step: LAST_STEP, since: now };
  const reminder = {
    id: mailId(idAfter(id, 'reminder'), sender),
    kind: 'owner-reminder' as const,
    lead_id: leadId,
    dueAt: reminderDue(detail, now),
    detail,
  };
  await db.atomically(answer === 'pas-joint' ? [event, messagesQuery(db, now, [reminder])] : [event]);
}

/** Whether the lead has a booked call, which the visitor may have confirmed. */
export function mayConfirm({ events }: Contact): boolean {
  return statusAfter(events) !== 'Cold';
}

/**
 * Stores that the visitor confirmed the call by chat, which makes the lead Hot here and in its record; of a lead that
 * is Hot already it changes nothing.
 * @param now milliseconds since the epoch
 */
export async function confirmCall(
  { db }: Pick<MarkDeps, 'db'>,
  { lead, events }: Contact,
  now: number,
): Promise<void> {
  if (statusAfter(events) === 'Hot') return;
  const id = crypto.randomUUID();
  await db.atomically([
    eventQuery(db, { id, leadId: lead.id, kind: 'confirmed', by: 'owner', at: { now } }),
    statusQuery(db, lead.id, id, now),
  ]);
}

/**
 * Stores a visitor's request for erasure, makes the mail to the owner and takes back what waits for the same mailbox;
 * the same request again changes nothing.
 */
export async function requestErasure(
  { db, sender }: MarkDeps,
  { lead }: Contact,
  now: number,
): Promise<void> {
  const cause = `${lead.id} ${lead.createdAt}`;
  await db.atomically([
    eventQuery(db, {
      id: idAfter(cause, 'erasure'),
      leadId: lead.id,
      kind: 'erasure-requested',
      by: 'visitor',
      at: { now },
    }),
    messagesQuery(db, now, [
      { id: mailId(idAfter(cause, 'erasure mail'), sender), kind: 'owner-erasure', lead_id: lead.id },
    ]),
    withoutMore(db, lead.id),
  ]);
}

/** Whoever is written to because of a stranger's requests ends all of them with one link. */
function withoutMore(db: Database, leadId: string): CompiledQuery {
  const mailbox = sql`(select address_key from messages where lead_id = ${leadId} and address_key is not null)`;
  return (
    db
      .updateTable('messages')
      .set({ state: 'dropped', last_error: 'L’effacement a été demandé pour cette boîte.' })
      // The literal condition of the index, which `waiting` implies.
      .where(sql<boolean>`address_key is not null and state <> 'dropped'`)
      .where(sql<boolean>`address_key in ${mailbox}`)
      .where(sql<boolean>`state = 'waiting'`)
      .where('lease_owner', 'is', null)
      .compile()
  );
}
