import type { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '#domain/instant.ts';
import { FIELD_NAMES } from '#domain/lead-fields.ts';
import { type LeadStatus, statusAfter } from '#domain/lead-status.ts';
import { isMissing, saysNothingOfFields } from '../destinations/airtable/errors.ts';
import type { FieldsReply, FieldTexts, RecordFields } from '../destinations/airtable/record-fields.ts';
import { leavesFieldsOut } from '../destinations/airtable/strategies.ts';
import type { Rejected, Transient } from '../destinations/destination.ts';
import { type ProviderField, SERVER_FIELDS } from '../fields/lead-fields.ts';
import { idAfter } from '../messages/ids.ts';
import { type ClaimedMessage, type Settlement, settle } from '../messages/message-queue.ts';
import { NONE_WAITS, recordQuery } from '../messages/new-message.ts';
import type { ReadRecord } from '../outbox/read-back/page.ts';
import { type SentVersion, sentColumn, sentIn, withSent } from '../outbox/sent.ts';
import { retryDelay, slowDelay } from '../queue/backoff.ts';
import { deliveryPausedSince } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import { eventQuery, type LeadEvent, leadStory } from '../store/leads/events.ts';
import { isOutdated } from '../store/outdated.ts';
import type { Clock } from '../system/clock.ts';

/** Until the next try while the operator has paused the delivery. */
const PAUSED_MS = 60_000;
const GONE = 'La fiche n’existe plus dans Airtable.';
/** The status that a record is created with (`STRATEGIES`), by a strategy that writes one. */
const CREATED_WITH: LeadStatus = 'Cold';

export interface RecordDeps {
  readonly db: Database;
  readonly records: RecordFields;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The values that the record may hold because this program wrote them: the one last confirmed, that of a record that was
 * made anew since, and those sent since whose outcome is unknown. Any other value was chosen by a person.
 * @param createdWith what a record of this strategy says when it is made
 */
export function writtenStatuses(
  events: readonly Pick<LeadEvent, 'kind' | 'detail'>[],
  createdWith: LeadStatus | '' = CREATED_WITH,
): ReadonlySet<string> {
  const last = events.findLastIndex(({ kind }) => kind === 'status-written');
  const since = events.slice(last + 1).filter(({ kind }) => kind === 'status-sending');
  return new Set([
    String(events[last]?.detail.status ?? createdWith),
    ...(events.slice(last + 1).some(({ kind }) => kind === 'record-renewed') ? [createdWith] : []),
    ...since.map(({ detail }) => String(detail.status)),
  ]);
}

/**
 * Brings a lead's record to what the lead says, by the id that the delivery stored: its status, an address that was
 * corrected at the desk, and what the strategy that made the record left out. The record is read first, and written is only
 * over a value of ours, or where nothing stands that we left out. What is sent is stored before the request leaves, so that
 * it is known to be ours even when no answer comes. A refusal waits and is tried again, as a lead's is.
 */
export async function deliverRecord(
  deps: RecordDeps,
  message: ClaimedMessage,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const [settlement, following] = await attempt(deps, message, signal);
    await settle(deps.db, owner, message.id, settlement, deps.clock.now(), following);
  } catch (error) {
    // Of a lead that was erased meanwhile nothing can be noted, and its message went with it.
    if (!isOutdated(error) || (await leadStory(deps.db, message.lead_id ?? '')) !== undefined) throw error;
  }
}

/** How an attempt ended, and the statements that belong to its end. */
type Ended = readonly [Settlement, (readonly CompiledQuery[])?];

async function attempt(deps: RecordDeps, message: ClaimedMessage, signal: AbortSignal): Promise<Ended> {
  const { db, records, clock, random, log } = deps;
  const { id, lead_id: leadId, attempts } = message;
  if (leadId === null) return dropped('Le contact a été effacé.');
  if ((await deliveryPausedSince(db)) !== undefined)
    return later('L’envoi vers Airtable est en pause.', PAUSED_MS);
  const row = await db
    .selectFrom('outbox')
    .select(['state', 'remote_id', 'strategy', 'sent', 'record_state'])
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  const story = await leadStory(db, leadId);
  if (story === undefined || row === undefined) return dropped('Le contact a été effacé.');
  if (row.state !== 'delivered')
    return later('Le contact n’est pas encore dans Airtable.', retryDelay(attempts, random()));
  const { remote_id: recordId, strategy } = row;
  if (recordId === null) return dropped('La fiche du contact n’est pas connue.');
  if (row.record_state === 'gone' || row.record_state === 'left') return dropped(GONE);

  const { lead, events } = story;
  const status = statusAfter(events);
  const noteId = (kind: 'status-sending' | 'status-written') =>
    idAfter(`${id} ${attempts}`, `${kind} ${status}`);
  const note = (kind: 'status-sending' | 'status-written') =>
    eventQuery(db, {
      id: noteId(kind),
      ...{ leadId, kind, by: 'system' as const },
      at: { now: clock.now() },
      detail: { status },
    });
  const failed = (reply: Rejected | Transient, isWriting = false): Ended => {
    if (reply.kind === 'transient')
      return later(reply.message, retryDelay(attempts, random()), reply.unknown && isWriting);
    const { rejection } = reply;
    if (isMissing(reply)) return dropped(GONE);
    log.warn(
      { messageId: id, status: rejection.status, type: rejection.type },
      'Airtable refuse de compléter une fiche : tout reste juste ici, un nouvel essai suit. npm run doctor en dit la raison.',
    );
    const why = `${rejection.status}\u202f: ${rejection.message}`;
    return later(why, slowDelay(Math.max(0, clock.now() - message.created_at), random()));
  };

  const read = await records.read(recordId, strategy, signal);
  if (read.kind !== 'answered') return failed(read);
  const present = read.answer;
  const isBlankOurs = (field: ProviderField) => !records.has(strategy, field) && present[field] === '';
  const sent = sentIn(row.sent);
  const wanted: { [F in ProviderField]?: string } = {};
  const statuses = writtenStatuses(events, records.has(strategy, 'Status') ? CREATED_WITH : '');
  if (present.Status !== status && (statuses.has(present.Status) || isBlankOurs('Status')))
    wanted.Status = status;
  for (const field of FIELD_NAMES) {
    const { provider } = SERVER_FIELDS[field];
    const text = lead[field] ?? '';
    const isOurs = sent.some((one) => (one[field] ?? '') === present[provider]);
    const isCorrected = field === 'email' && present[provider] !== text && isOurs;
    if (text !== '' && (isCorrected || isBlankOurs(provider))) wanted[provider] = text;
  }
  if (Object.keys(wanted).length === 0) {
    if (present.Status === status) return [{ state: 'sent', receipt: status }, [note('status-written')]];
    return dropped('Le statut de la fiche a été changé à la main : il reste tel quel.');
  }
  const sending = note('status-sending');
  // The outbox's row first, as an erasure has it before the lead, which an event refers to.
  await db.atomically([
    ...(wanted.Email === undefined ? [] : [sentQuery(db, leadId, withSent(sent, lead, clock.now(), 0))]),
    ...(wanted.Status === undefined ? [] : [sending]),
  ]);
  const { failure, refused } = await writeEach(wanted, (some) =>
    records.write(recordId, strategy, some, signal),
  );
  // What was refused stands nowhere: the same there is a person's choice.
  const taken: CompiledQuery[] = [
    ...(refused.Email === undefined ? [] : [sentQuery(db, leadId, sent)]),
    ...(wanted.Status === undefined && present.Status !== status
      ? []
      : refused.Status === undefined
        ? [note('status-written')]
        : [db.deleteFrom('lead_events').where('id', '=', noteId('status-sending')).compile()]),
  ];
  if (failure?.kind === 'transient') return failed(failure, true);
  const owed = Object.entries(refused).find(([field, reply]) => !isLeftOut(field as ProviderField, reply));
  if (owed === undefined) {
    log.info({ messageId: id, fields: Object.keys(wanted) }, 'Fiche complétée dans Airtable.');
    return [{ state: 'sent', receipt: status }, taken];
  }
  return [failed(owed[1])[0], taken];

  /** What the table has no place for is no reason to try again: only a status that says more than the first one is. */
  function isLeftOut(field: ProviderField, { rejection }: Rejected): boolean {
    const isOptional = !records.has(strategy, field) && (field !== 'Status' || status === CREATED_WITH);
    return isOptional && !saysNothingOfFields(rejection);
  }
}

/**
 * Has records brought to what their leads say where they were read to say something older of ours: a status that was never
 * written, or an address that was corrected since. What is on its way already is left to that.
 * @param night in which they were read
 */
export async function mendRecords(
  db: Database,
  read: readonly ReadRecord[],
  night: string,
  now: Instant,
): Promise<void> {
  if (read.length === 0) return;
  const ids = read.map(({ lead }) => lead.id);
  const rows = await db
    .selectFrom('lead_events')
    .select(['lead_id', 'kind', 'detail'])
    .where('lead_id', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const byLead = Map.groupBy(rows, ({ lead_id }) => lead_id);
  const behind = read.filter(({ lead, record, strategy, sent }) => {
    const of = (byLead.get(lead.id) ?? []).map(({ kind, detail }) => ({
      kind,
      detail: JSON.parse(detail ?? '{}'),
    }));
    const status = statusAfter(of);
    const there = record.fields[SERVER_FIELDS.status.provider] ?? '';
    const isLeftOut = leavesFieldsOut(strategy);
    const isOurs = writtenStatuses(of, isLeftOut ? '' : CREATED_WITH).has(String(there));
    // A table without the field has no place for a first status either.
    if (there !== status && isOurs && !(isLeftOut && status === CREATED_WITH)) return true;
    const email = record.fields[SERVER_FIELDS.email.provider];
    return email !== lead.email && sent.some((one) => one.email === email);
  });
  if (behind.length === 0) return;
  await db.atomically(
    behind.map(({ lead, recordId }) => recordQuery(db, lead.id, `${recordId} ${night}`, now, NONE_WAITS)),
  );
}

interface Written {
  /** Why it is not known what was written. */
  readonly failure?: Transient;
  readonly refused: { readonly [F in ProviderField]?: Rejected };
}

/** Writes fields together; where they are refused together, each by itself, so that one that is refused keeps back no other. */
async function writeEach(
  fields: FieldTexts,
  write: (some: FieldTexts) => Promise<FieldsReply<true>>,
): Promise<Written> {
  const reply = await write(fields);
  if (reply.kind === 'answered') return { refused: {} };
  if (reply.kind === 'transient') return { failure: reply, refused: {} };
  const names = Object.keys(fields) as ProviderField[];
  const refused: { [F in ProviderField]?: Rejected } = {};
  for (const name of names) {
    const isSure = names.length === 1 || saysNothingOfFields(reply.rejection);
    const alone = isSure ? reply : await write({ [name]: fields[name] });
    if (alone.kind === 'transient') return { failure: alone, refused };
    if (alone.kind === 'rejected') refused[name] = alone;
  }
  return { refused };
}

/** The statement that keeps what a lead's record may say because of us. */
function sentQuery(db: Database, leadId: string, sent: readonly SentVersion[]): CompiledQuery {
  return db
    .updateTable('outbox')
    .set({ sent: sentColumn(sent) })
    .where('lead_id', '=', leadId)
    .compile();
}

function dropped(why: string): Ended {
  return [{ state: 'dropped', why }];
}

function later(why: string, retryInMs: number, unknown = false): Ended {
  return [{ state: 'waiting', why, retryInMs, unknown }];
}
