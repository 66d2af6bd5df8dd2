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

/** What the owner last said of a contact. */
export function answerOf({ events }: Contact): { readonly answer: Answer; readonly at: number } | undefined {
  const mark = lastMark(events);
  const answer = (Object.keys(EVENT_OF) as Answer[]).find((one) => EVENT_OF[one] === mark?.kind);
  return mark && answer && { answer, at: mark.at };
}

/**
 * Writes down what the owner says of a lead; said twice in a row, it stands once. Who could not be reached is brought
 * up again the next working morning.
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
  const detail = { step: LAST_STEP, since: now };
  await db.together([
    eventQuery(db, { id, leadId, kind: EVENT_OF[answer], by: 'owner', at: { now } }),
    ...(answer === 'pas-joint'
      ? [
          messagesQuery(db, now, [
            {
              id: mailId(idAfter(id, 'reminder'), sender),
              kind: 'owner-reminder',
              lead_id: leadId,
              dueAt: reminderDue(detail, now),
              detail,
            },
          ]),
        ]
      : []),
  ]);
}

/** Whether a call stands that the visitor can have confirmed. */
export function mayConfirm({ events }: Contact): boolean {
  return statusAfter(events) !== 'Cold';
}

/**
 * Writes down that the visitor confirmed the call by chat, which makes the lead hot here and in its record; said
 * again, it stands once.
 * @param now milliseconds since the epoch
 */
export async function confirmCall(
  { db }: Pick<MarkDeps, 'db'>,
  { lead, events }: Contact,
  now: number,
): Promise<void> {
  if (statusAfter(events) === 'Hot') return;
  const id = crypto.randomUUID();
  await db.together([
    eventQuery(db, { id, leadId: lead.id, kind: 'confirmed', by: 'owner', at: { now } }),
    statusQuery(db, lead.id, id, now),
  ]);
}

/** Writes down that a visitor wants everything erased, and tells the owner; asked again, it stands once. */
export async function requestErasure(
  { db, sender }: MarkDeps,
  { lead }: Contact,
  now: number,
): Promise<void> {
  const cause = `${lead.id} ${lead.createdAt}`;
  await db.together([
    eventQuery(db, {
      id: idAfter(cause, 'erasure'),
      leadId: lead.id,
      kind: 'erasure-requested',
      by: 'visitor',
      at: { now },
    }),
    messagesQuery(db, now, [
      {
        id: mailId(idAfter(cause, 'erasure mail'), sender),
        kind: 'owner-erasure',
        lead_id: lead.id,
      },
    ]),
  ]);
}
