import { type CompiledQuery, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '#domain/instant.ts';
import { type LeadStatus, statusAfter } from '#domain/lead-status.ts';
import type { RecordStatus } from '../destinations/airtable/record-status.ts';
import type { Rejected, Transient } from '../destinations/destination.ts';
import type { ClaimedMessage } from '../messages/claim.ts';
import { idAfter } from '../messages/ids.ts';
import { type Settlement, settle } from '../messages/settle.ts';
import { retryDelay } from '../queue/backoff.ts';
import { deliveryPausedSince } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import { eventQuery, type LeadEvent, leadEvents } from '../store/leads/events.ts';
import type { Clock } from '../system/clock.ts';

/** Until the next try while the operator has paused the delivery. */
const PAUSED_MS = 60_000;
/** Until the next try while another server writes the same lead's status. */
const STAND_BACK_MS = 2_000;
/** The status that a record is created with (`STRATEGIES`). */
const CREATED_WITH: LeadStatus = 'Cold';

export interface StatusDeps {
  readonly db: Database;
  readonly records: RecordStatus;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The values that the record may hold because this program wrote them: the one last confirmed, that of a record that was
 * made anew since, and those sent since whose outcome is unknown. Any other value was chosen by a person.
 */
export function writtenStatuses(events: readonly LeadEvent[]): ReadonlySet<string> {
  const last = events.findLastIndex(({ kind }) => kind === 'status-written');
  const since = events.slice(last + 1).filter(({ kind }) => kind === 'status-sending');
  return new Set([
    String(events[last]?.detail.status ?? CREATED_WITH),
    ...(events.slice(last + 1).some(({ kind }) => kind === 'record-renewed') ? [CREATED_WITH] : []),
    ...since.map(({ detail }) => String(detail.status)),
  ]);
}

/**
 * Writes a lead's status into its record, found by the id that the delivery stored, and only over a value that this
 * program wrote: the record is read first. A `status-sending` event is stored before the request leaves, so that the
 * value is known to be ours even when no answer comes.
 */
export async function deliverStatus(
  deps: StatusDeps,
  message: ClaimedMessage,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  const [settlement, following] = await attempt(deps, message, signal);
  await settle(deps.db, owner, message.id, settlement, deps.clock.now(), following);
}

/** How an attempt ended, and the statements that belong to its end. */
type Ended = readonly [Settlement, (readonly CompiledQuery[])?];

async function attempt(
  { db, records, clock, random, log }: StatusDeps,
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<Ended> {
  const { id, lead_id: leadId, attempts } = message;
  if (leadId === null) return dropped('Le contact a été effacé.');
  if ((await deliveryPausedSince(db)) !== undefined)
    return later('L’envoi vers Airtable est en pause.', PAUSED_MS);
  if (await othersAtWork(db, message, clock.now()))
    return later('Un autre serveur s’en occupe.', STAND_BACK_MS * (1 + random()));
  const row = await db
    .selectFrom('outbox')
    .select(['state', 'remote_id', 'strategy'])
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (row?.state !== 'delivered')
    return later('Le contact n’est pas encore dans Airtable.', retryDelay(attempts, random()));
  const { remote_id: recordId, strategy } = row;
  if (recordId === null) return dropped('La fiche du contact n’est pas connue.');
  if (!records.has(strategy)) return dropped('La fiche a été créée sans champ Status.');

  const events = await leadEvents(db, leadId);
  const wanted = statusAfter(events);
  const note = (kind: 'status-sending' | 'status-written', status: string) =>
    eventQuery(db, {
      id: idAfter(`${id} ${attempts}`, `${kind} ${status}`),
      ...{ leadId, kind, by: 'system' as const },
      at: { now: clock.now() },
      detail: { status },
    });
  const failed = (reply: Rejected | Transient, present?: string): Ended => {
    if (reply.kind === 'transient')
      return later(reply.message, retryDelay(attempts, random()), reply.unknown && present !== undefined);
    const { status, message: why } = reply.rejection;
    if (status === 404) return dropped('La fiche n’existe plus dans Airtable.');
    log.warn(
      { messageId: id, status },
      'Airtable refuse un statut : il reste juste ici, la fiche garde le sien. npm run doctor en dit la raison.',
    );
    return [{ state: 'failed', why }, present === undefined ? [] : [note('status-written', present)]];
  };
  const sent = (): Ended => [{ state: 'sent', receipt: wanted }, [note('status-written', wanted)]];

  const read = await records.read(recordId, strategy, signal);
  if (read.kind !== 'answered') return failed(read);
  const present = read.answer;
  if (present === wanted) return sent();
  if (!writtenStatuses(events).has(present))
    return dropped('Le statut de la fiche a été changé à la main : il reste tel quel.');
  await db.executeQuery(note('status-sending', wanted));
  const written = await records.write(recordId, strategy, wanted, signal);
  if (written.kind !== 'answered') return failed(written, present);
  log.info({ messageId: id }, 'Statut écrit dans Airtable.');
  return sent();
}

function dropped(why: string): Ended {
  return [{ state: 'dropped', why }];
}

function later(why: string, retryInMs: number, unknown = false): Ended {
  return [{ state: 'waiting', why, retryInMs, unknown }];
}

/** Whether another message about the same lead is leased, so that two writes to one record never overlap. */
async function othersAtWork(db: Database, { id, lead_id }: ClaimedMessage, now: Instant): Promise<boolean> {
  const other = await db
    .selectFrom('messages')
    .select('id')
    .where('lead_id', '=', lead_id)
    .where('kind', '=', 'provider-status')
    .where('id', '<>', id)
    .where('lease_until', '>', sql<number>`${db.engine.instant(now)}`)
    .executeTakeFirst();
  return other !== undefined;
}
