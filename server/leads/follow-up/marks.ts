import { isDeepStrictEqual } from 'node:util';
import { type CompiledQuery, sql } from 'kysely';
import { promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { statusAfter } from '#domain/lead-status.ts';
import type { EventKind } from '#domain/promise.ts';
import { type CallAnswer, OUTCOME_OF, outcomeQuery } from '../../bookings/call-outcome.ts';
import type { CallToMark } from '../../bookings/hooks/provider-calls.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import { messagesQuery, type ServerMailDeps, statusQuery } from '../../messages/new-message.ts';
import { promisesMade } from '../../messages/promised-by.ts';
import type { Database } from '../../store/database.ts';
import { eventQuery, type LeadEvent, lastMark, MARKS } from '../../store/leads/events.ts';
import { required, untilDecided } from '../../store/outdated.ts';
import { type Contact, contactOf } from './contact.ts';
import { type BookedCall, callsAfter, owedAfter } from './due-promises.ts';
import { LAST_STEP, reminderDue } from './reminders.ts';

export type MarkAnswer = 'repondu' | 'pas-joint' | 'tenu' | 'gagne' | 'perdu';

const EVENT_OF = {
  repondu: 'answered',
  'pas-joint': 'not-reached',
  tenu: 'held',
  gagne: 'won',
  perdu: 'lost',
} as const satisfies Record<MarkAnswer, EventKind>;

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
export function answerOf({
  events,
}: Contact): { readonly answer: MarkAnswer; readonly at: Instant } | undefined {
  const mark = lastMark(events);
  const answer = (Object.keys(EVENT_OF) as MarkAnswer[]).find((one) => EVENT_OF[one] === mark?.kind);
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

/** What became of a mark. `already`: it had been said; `gone`: lead or call are not there any more. */
export type Marked =
  /** @see unmark */
  { readonly kind: 'noted'; readonly id: string } | { readonly kind: 'already' | 'gone' };

/** What one mark writes. */
interface Marking {
  readonly id: string;
  readonly statements: readonly CompiledQuery[];
}

/**
 * Stores the owner's mark, and with it what became of the call; the same mark twice in a row is stored once.
 * `pas-joint` is stored again when it comes at least a minute after the last one, and each time makes a reminder for the
 * next working morning. Of two requests at the same moment the later one is decided by what the earlier one has stored.
 */
export function mark(
  { db, sender }: MarkDeps,
  { lead }: Pick<Contact, 'lead'>,
  answer: MarkAnswer,
  now: Instant,
  said: Said = {},
): Promise<Marked> {
  return untilDecided(async () => {
    const contact = await contactOf(db, lead.id);
    if (contact === undefined) return { kind: 'gone' };
    const named = said.booking ?? begunCall(contact, now)?.booking;
    const isOfCall = answer === 'tenu' || answer === 'pas-joint';
    const call = isOfCall && named !== undefined ? await bookingReader(db).byId(named) : undefined;
    const marking = markingOf({ db, sender }, contact, answer, now, said, call);
    if (marking === undefined) return { kind: 'already' };
    await db.atomically(marking.statements);
    return { kind: 'noted', id: marking.id };
  });
}

/** @param call that the mark is about, as it was read */
function markingOf(
  { db, sender }: MarkDeps,
  { lead: { id: leadId }, events }: Contact,
  answer: MarkAnswer,
  now: Instant,
  { amount, booking: named, by = 'owner' }: Said,
  call: CallToMark | undefined,
): Marking | undefined {
  // Whoever is not reached later on was not missed in a call that took place.
  const isLater = answer === 'pas-joint' && named === undefined && call?.outcome === 'held';
  const marked = isLater || call?.state !== 'booked' ? undefined : call;
  const outcome = marked && OUTCOME_OF[answer as CallAnswer];
  const detail = {
    ...(marked !== undefined && { booking: marked.id }),
    ...(amount !== undefined && { amount }),
  };
  const last = lastMark(events);
  const isSame = last?.kind === EVENT_OF[answer] && isDeepStrictEqual(last.detail, detail);
  const isSameTry = isSame && (answer !== 'pas-joint' || now - last.at < SAME_TRY_MS);
  if (isSameTry && outcome === marked?.outcome) return undefined;
  const newest = events.findLast(({ kind }) => MARKS.includes(kind));
  const id = idAfter(`${leadId} ${newest?.at ?? 'first'} ${marked?.id ?? ''}`, EVENT_OF[answer]);
  const step = { step: LAST_STEP, since: now };
  const reminder = {
    id: mailId(idAfter(id, 'reminder'), sender),
    kind: 'owner-reminder' as const,
    lead_id: leadId,
    dueAt: reminderDue(step, now),
    detail: step,
  };
  const statements = [
    ...(marked && outcome ? [outcomeQuery(db, marked, outcome)] : []),
    ...unlessMarked(db, leadId, events),
    required(eventQuery(db, { id, leadId, kind: EVENT_OF[answer], by, at: { now }, detail })),
    // The reminder of the same attempt is made already.
    ...(answer === 'pas-joint' && !isSameTry ? [messagesQuery(db, now, [reminder])] : []),
  ];
  return { id, statements };
}

/** The statements by which a transaction is refused when something else has been said of a lead, or it was erased. */
function unlessMarked(db: Database, leadId: string, events: readonly Pick<LeadEvent, 'kind'>[]) {
  const lead = db.selectFrom('leads').select('id').where('id', '=', leadId);
  const marks = db
    .selectFrom('lead_events')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('lead_id', '=', leadId)
    .where('kind', 'in', MARKS);
  const count = events.filter(({ kind }) => MARKS.includes(kind)).length;
  return [
    // First it waits for who marks the same lead, then it sees what that one has written.
    ...(db.engine.shared ? [required(lead.forUpdate().compile())] : []),
    required(lead.where(marks, '=', count).compile()),
  ];
}

/** How long a mark can be taken back, with the time that a slow line needs. */
const UNMARK_MS = 20_000;

/**
 * Takes a mark back, with its reminder and with what it said of a call.
 * @param id as `mark` returned it
 * @returns false: it is too old, or was taken back already
 */
export async function unmark(deps: MarkDeps, id: string, now: Instant): Promise<boolean> {
  const ofCall = CALL_MARK.exec(id)?.groups;
  if (ofCall !== undefined) return unsay(deps.db, ofCall);
  return untilDecided(() => takeBack(deps, id, now));
}

/** After these a call is another: what was said of it before is about a time that is no longer its own. */
const MAKES_A_CALL_NEW: readonly EventKind[] = ['call-booked', 'call-moved'];

async function takeBack({ db, sender }: MarkDeps, id: string, now: Instant): Promise<boolean> {
  const marked = await db
    .selectFrom('lead_events')
    .select(['lead_id', 'kind', sql<number>`at >= ${db.engine.instant(now)} - ${UNMARK_MS}`.as('lately')])
    .where('id', '=', id)
    .where('by', '=', 'owner')
    .where('kind', 'in', [...Object.values(EVENT_OF), 'audit-sent'])
    .executeTakeFirst();
  if (marked === undefined || !Number(marked.lately)) return false;
  const events = await db
    .selectFrom('lead_events')
    .select(['kind', 'detail', 'id'])
    .where('lead_id', '=', marked.lead_id)
    .where('kind', 'in', [...MARKS, ...MAKES_A_CALL_NEW])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const callIn = (detail: string | null = null) =>
    (JSON.parse(detail ?? '{}') as { booking?: string }).booking;
  const callId = callIn(events.find((event) => event.id === id)?.detail);
  const call = callId === undefined ? undefined : await bookingReader(db).byId(callId);
  const ofCall = events.filter((event) => callId !== undefined && callIn(event.detail) === callId);
  const sinceItIsNew = ofCall.slice(ofCall.findLastIndex(({ kind }) => MAKES_A_CALL_NEW.includes(kind)) + 1);
  const said = sinceItIsNew.findLast((event) => event.id !== id)?.kind ?? null;
  // What was said of it later stays.
  const isLast = sinceItIsNew.at(-1)?.id === id && call?.outcome === marked.kind;
  await db.atomically([
    ...(call && isLast ? [outcomeQuery(db, call, said as StoredBooking['outcome'])] : []),
    ...unlessMarked(db, marked.lead_id, events),
    required(db.deleteFrom('lead_events').where('id', '=', id).compile()),
    db
      .deleteFrom('messages')
      .where('id', '=', mailId(idAfter(id, 'reminder'), sender))
      .where('state', '=', 'waiting')
      .where('lease_owner', 'is', null)
      .compile(),
  ]);
  return true;
}

/** The mark of a call without a lead, as `callMarking` makes it. */
const CALL_MARK =
  /^call (?<call>\S+) (?<start>\d+) (?<said>held|not-reached)(?: after (?<before>held|not-reached))?$/;

/**
 * Stores what is said of a call that has begun, and the same about its lead, where it has one.
 * @param call as it was read, or only its id
 */
export function markCall(
  deps: MarkDeps,
  { id }: Pick<StoredBooking, 'id'>,
  answer: CallAnswer,
  now: Instant,
): Promise<Marked> {
  return untilDecided(async () => {
    const call = await bookingReader(deps.db).byId(id);
    if (call?.state !== 'booked' || call.start > now) return { kind: 'gone' };
    const marking = await callMarking(deps, call, answer, now);
    if (marking === undefined) return { kind: 'already' };
    await deps.db.atomically(marking.statements);
    return { kind: 'noted', id: marking.id };
  });
}

/**
 * What a mark of a call writes, for the transaction of its cause; undefined: it had been said already. The transaction is
 * refused when call or lead have changed since.
 * @param by on whose word; the owner's when it is not given
 */
export async function callMarking(
  deps: MarkDeps,
  call: CallToMark,
  answer: CallAnswer,
  now: Instant,
  by?: Said['by'],
): Promise<Marking | undefined> {
  const { id, leadId, outcome: before } = call;
  const outcome = OUTCOME_OF[answer];
  if (before === outcome) return undefined;
  const contact = leadId === null ? undefined : await contactOf(deps.db, leadId);
  if (contact !== undefined)
    return markingOf(deps, contact, answer, now, { booking: id, ...(by && { by }) }, call);
  return {
    id: `call ${id} ${call.start} ${outcome}${before === null ? '' : ` after ${before}`}`,
    statements: [outcomeQuery(deps.db, call, outcome)],
  };
}

/** Takes back what was said of a call without a lead, unless something else was said since, or the call was moved. */
async function unsay(
  db: Database,
  { call = '', start, said, before }: Partial<Record<string, string>>,
): Promise<boolean> {
  const query = db
    .updateTable('bookings')
    .set({ outcome: (before ?? null) as StoredBooking['outcome'] })
    .where('id', '=', call)
    .where('lead_id', 'is', null)
    .where('start_at', '=', Number(start))
    .where('outcome', '=', said as 'held')
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
 * @returns false: there is no call any more that could be confirmed
 */
export function confirmCall(
  { db }: Pick<MarkDeps, 'db'>,
  { lead }: Pick<Contact, 'lead'>,
  now: Instant,
): Promise<boolean> {
  return untilDecided(async () => {
    const contact = await contactOf(db, lead.id);
    if (contact === undefined || !mayConfirm(contact)) return false;
    const { events } = contact;
    if (statusAfter(events) === 'Hot') return true;
    const last = events.findLast(({ kind }) => kind === 'confirmed');
    const id = idAfter(`${lead.id} ${last?.at ?? 'first'}`, 'confirmed');
    const same = db.selectFrom('leads').select('id').where('id', '=', lead.id);
    const stored = db
      .selectFrom('lead_events')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('lead_id', '=', lead.id);
    await db.atomically([
      // A call that is cancelled at the same moment is none to confirm.
      ...(db.engine.shared ? [required(same.forUpdate().compile())] : []),
      required(same.where(stored, '=', events.length).compile()),
      required(eventQuery(db, { id, leadId: lead.id, kind: 'confirmed', by: 'owner', at: { now } })),
      statusQuery(db, lead.id, id, now),
    ]);
    return true;
  });
}

/** Whether the lead's audit is owed still. */
export function owesAudit({ events }: Contact): boolean {
  return owedAfter(events).some(({ promised }) => promised === promises.audit);
}

/** Stores that the owner sent the audit; once it is kept, the same again changes nothing, also at the same moment. */
export function noteAuditSent(
  { db }: Pick<MarkDeps, 'db'>,
  { lead }: Pick<Contact, 'lead'>,
  now: Instant,
): Promise<Marked> {
  return untilDecided(async () => {
    const contact = await contactOf(db, lead.id);
    if (contact === undefined) return { kind: 'gone' };
    if (contact.events.some(({ kind }) => kind === 'audit-sent')) return { kind: 'already' };
    const id = idAfter(lead.id, 'audit-sent');
    await db.atomically([
      required(eventQuery(db, { id, leadId: lead.id, kind: 'audit-sent', by: 'owner', at: { now } })),
    ]);
    return { kind: 'noted', id };
  });
}

/**
 * Stores a visitor's request for erasure, makes the mail to the owner and takes back what waits for the same mailbox;
 * the same request again changes nothing.
 * @returns false: the lead was erased already
 */
export function requestErasure(
  { db, sender }: MarkDeps,
  { lead }: Pick<Contact, 'lead'>,
  now: Instant,
): Promise<boolean> {
  const cause = `${lead.id} ${lead.createdAt}`;
  return untilDecided(async () => {
    const stored = await db.selectFrom('leads').select('id').where('id', '=', lead.id).executeTakeFirst();
    if (stored === undefined) return false;
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
    return true;
  });
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
