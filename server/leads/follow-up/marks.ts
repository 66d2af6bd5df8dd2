import { isDeepStrictEqual } from 'node:util';
import { type CompiledQuery, sql } from 'kysely';
import { promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { statusAfter } from '#domain/lead-status.ts';
import type { EventKind } from '#domain/promise.ts';
import { type CallAnswer, OUTCOME_OF, outcomeQuery } from '../../bookings/call-outcome.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import { messagesQuery, type ServerMailDeps, statusQuery } from '../../messages/new-message.ts';
import { promisesMade } from '../../messages/promised-by.ts';
import type { Database } from '../../store/database.ts';
import { eventQuery, lastMark } from '../../store/leads/events.ts';
import { type Contact, contactOf } from './contact.ts';
import { type BookedCall, callsAfter, owedAfter } from './due-promises.ts';
import { LAST_STEP, reminderDue } from './reminders.ts';

export type Answer = 'repondu' | 'pas-joint' | 'tenu' | 'gagne' | 'perdu';

const EVENT_OF = {
  repondu: 'answered',
  'pas-joint': 'not-reached',
  tenu: 'held',
  gagne: 'won',
  perdu: 'lost',
} as const satisfies Record<Answer, EventKind>;

/** What is said with an answer. */
export interface Said {
  /** With `gagne`: what it is worth, in Swiss francs. */
  readonly amount?: number | undefined;
  /** With `tenu` and `pas-joint`: id of the booking; absent: the last call that has begun. */
  readonly booking?: string | undefined;
  /** On whose word; the owner's when it is not given. */
  readonly by?: 'owner' | 'provider';
}

export type MarkDeps = Pick<ServerMailDeps, 'db' | 'sender'>;

/** The owner's latest mark on a contact. */
export function answerOf({ events }: Contact): { readonly answer: Answer; readonly at: Instant } | undefined {
  const mark = lastMark(events);
  const answer = (Object.keys(EVENT_OF) as Answer[]).find((one) => EVENT_OF[one] === mark?.kind);
  return mark && answer && { answer, at: mark.at };
}

/** The last call of a contact that has begun. */
export function begunCall({ events }: Contact, now: Instant): BookedCall | undefined {
  return callsAfter(events)
    .filter(({ start }) => start <= now)
    .toSorted((a, b) => a.start - b.start)
    .at(-1);
}

/** `pas-joint` twice within this time is one attempt to call, noted on two pages, of which one does not show the first note yet. */
const SAME_TRY_MS = 60_000;

/**
 * Stores the owner's mark, and with it what became of the call; the same mark twice in a row is stored once.
 * `pas-joint` is stored again when it comes at least a minute after the last one, and each time makes a reminder for the
 * next working morning. Two requests at the same moment store one event, since both derive its id from the mark before it.
 * Another event that is stored between the two, such as a delivery, does not change that id.
 * @returns the event's id, with which `unmark` takes it back; undefined: it had been said already
 */
export async function mark(
  { db, sender }: MarkDeps,
  contact: Contact,
  answer: Answer,
  now: Instant,
  { amount, booking: named, by = 'owner' }: Said = {},
): Promise<string | undefined> {
  const booking = named ?? begunCall(contact, now)?.booking;
  const ofCall = answer === 'tenu' || answer === 'pas-joint' ? booking : undefined;
  const detail = {
    ...(ofCall !== undefined && { booking: ofCall }),
    ...(amount !== undefined && { amount }),
  };
  const last = lastMark(contact.events);
  const isSame = last?.kind === EVENT_OF[answer] && isDeepStrictEqual(last.detail, detail);
  if (isSame && (answer !== 'pas-joint' || now - last.at < SAME_TRY_MS)) return undefined;
  const { id: leadId } = contact.lead;
  const id = idAfter(`${leadId} ${last?.at ?? 'first'} ${ofCall ?? ''}`, EVENT_OF[answer]);
  const event = eventQuery(db, { id, leadId, kind: EVENT_OF[answer], by, at: { now }, detail });
  const step = { step: LAST_STEP, since: now };
  const reminder = {
    id: mailId(idAfter(id, 'reminder'), sender),
    kind: 'owner-reminder' as const,
    lead_id: leadId,
    dueAt: reminderDue(step, now),
    detail: step,
  };
  await db.atomically([
    event,
    ...(answer === 'pas-joint' ? [messagesQuery(db, now, [reminder])] : []),
    // Whoever is not reached later on was not missed in a call that took place.
    ...(ofCall === undefined
      ? []
      : [outcomeQuery(db, ofCall, answer as CallAnswer, answer === 'pas-joint' && named === undefined)]),
  ]);
  return id;
}

/** How long a mark can be taken back, with the time that a slow line needs. */
const UNMARK_MS = 20_000;

/**
 * Takes a mark back, with its reminder and with what it said of a call.
 * @param id as `mark` returned it
 * @returns false: it is too old, or was taken back already
 */
export async function unmark({ db, sender }: MarkDeps, id: string, now: Instant): Promise<boolean> {
  if (id.startsWith(CALL_MARK)) return unsay(db, id.slice(CALL_MARK.length));
  const marked = await db
    .selectFrom('lead_events')
    .select(['lead_id', sql<number>`at >= ${db.engine.instant(now)} - ${UNMARK_MS}`.as('lately')])
    .where('id', '=', id)
    .where('by', '=', 'owner')
    .where('kind', 'in', [...Object.values(EVENT_OF), 'audit-sent'])
    .executeTakeFirst();
  if (marked === undefined || !Number(marked.lately)) return false;
  const remove = db.deleteFrom('lead_events').where('id', '=', id);
  const reminder = db
    .deleteFrom('messages')
    .where('id', '=', mailId(idAfter(id, 'reminder'), sender))
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is', null);
  const before = await db
    .selectFrom('lead_events')
    .select(['kind', 'detail', 'id'])
    .where('lead_id', '=', marked.lead_id)
    .where('kind', 'in', ['held', 'not-reached'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const callIn = (detail: string | null) => (JSON.parse(detail ?? '{}') as { booking?: string }).booking;
  const call = callIn(before.find((event) => event.id === id)?.detail ?? null);
  const said = before.findLast((event) => event.id !== id && callIn(event.detail) === call);
  const outcome = (said?.kind ?? null) as 'held' | 'not-reached' | null;
  const [removed] = await db.atomically([
    remove.returning('id').compile(),
    reminder.compile(),
    ...(call === undefined
      ? []
      : [db.updateTable('bookings').set({ outcome }).where('id', '=', call).compile()]),
  ]);
  return removed?.rows.length === 1;
}

/** What the mark of a call without a lead begins with. */
const CALL_MARK = 'call ';

/**
 * Stores what is said of a call that has begun, on the owner's word unless `by` names another, and the same about its lead,
 * where it has one.
 * @returns as `mark` does
 */
export async function markCall(
  deps: MarkDeps,
  { id, leadId, outcome }: StoredBooking,
  answer: CallAnswer,
  now: Instant,
  by?: Said['by'],
): Promise<string | undefined> {
  if (outcome === OUTCOME_OF[answer]) return undefined;
  const contact = leadId === null ? undefined : await contactOf(deps.db, leadId);
  if (contact !== undefined) return mark(deps, contact, answer, now, { booking: id, ...(by && { by }) });
  await deps.db.atomically([outcomeQuery(deps.db, id, answer)]);
  return `${CALL_MARK}${id}`;
}

/** Takes back what was said of a call without a lead. */
async function unsay(db: Database, id: string): Promise<boolean> {
  const query = db
    .updateTable('bookings')
    .set({ outcome: null })
    .where('id', '=', id)
    .where('lead_id', 'is', null)
    .where('outcome', 'is not', null)
    .returning('id');
  return (await query.execute()).length === 1;
}

/** Whether the lead has a booked call, which the visitor may have confirmed. */
export function mayConfirm({ events }: Contact): boolean {
  return statusAfter(events) !== 'Cold';
}

/**
 * Stores that the visitor confirmed the call by chat, which makes the lead Hot here and in its record; of a lead that
 * is Hot already it changes nothing.
 */
export async function confirmCall(
  { db }: Pick<MarkDeps, 'db'>,
  { lead, events }: Contact,
  now: Instant,
): Promise<void> {
  if (statusAfter(events) === 'Hot') return;
  const last = events.findLast(({ kind }) => kind === 'confirmed');
  const id = idAfter(`${lead.id} ${last?.at ?? 'first'}`, 'confirmed');
  await db.atomically([
    eventQuery(db, { id, leadId: lead.id, kind: 'confirmed', by: 'owner', at: { now } }),
    statusQuery(db, lead.id, id, now),
  ]);
}

/** Whether the lead's audit is owed still. */
export function owesAudit({ events }: Contact): boolean {
  return owedAfter(events).some(({ promised }) => promised === promises.audit);
}

/**
 * Stores that the owner sent the audit; once it is kept, the same again changes nothing, also at the same moment.
 * @returns the event's id, with which `unmark` takes it back; undefined: it had been said already
 */
export async function noteAuditSent(
  { db }: Pick<MarkDeps, 'db'>,
  { lead, events }: Contact,
  now: Instant,
): Promise<string | undefined> {
  if (events.some(({ kind }) => kind === 'audit-sent')) return undefined;
  const id = idAfter(lead.id, 'audit-sent');
  await db.atomically([
    eventQuery(db, { id, leadId: lead.id, kind: 'audit-sent', by: 'owner', at: { now } }),
  ]);
  return id;
}

/**
 * Stores a visitor's request for erasure, makes the mail to the owner and takes back what waits for the same mailbox;
 * the same request again changes nothing.
 */
export async function requestErasure(
  { db, sender }: MarkDeps,
  { lead }: Contact,
  now: Instant,
): Promise<void> {
  const cause = `${lead.id} ${lead.createdAt}`;
  await db.atomically([
    eventQuery(db, {
      id: idAfter(cause, 'erasure'),
      leadId: lead.id,
      kind: 'erasure-requested',
      by: 'visitor',
      at: { now },
      detail: promisesMade('erasure-requested', now),
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
