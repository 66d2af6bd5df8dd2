import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Outcome, Rejection } from '../destinations/destination.ts';
import { makeDue } from '../queue/due.ts';
import { GIVEN_BACK, updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { afterRejection, type FailedAttempt, type PassingRow } from './after-failure.ts';
import { wasRestoredLately } from './after-restore.ts';
import { recordAttempt, recordStrategy } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import { type ClaimedRow, OUTBOX } from './outbox-queue.ts';
import { type Completion, logRefusal, settleDelivered, settleFailure } from './outbox-settle.ts';
import { type Ahead, byAge, emailKey, sameEmailAhead } from './same-email.ts';
import { type Reason, search } from './search.ts';
import { withoutLast } from './sent.ts';

/** About as long as one delivery takes. */
const TURN_MS = 300;
/** No longer, since the leads ahead may be delivered earlier than planned. */
const LONGEST_MS = 300_000;

/**
 * For how many milliseconds a lead waits for others of the same e-mail. Partly random, so that leads that were
 * deferred for each other's sake do not meet again.
 * @param random in [0, 1)
 */
function deferralMs({ count, restingMs }: Ahead, random: number): number {
  return Math.round(Math.min(Math.max(count * TURN_MS, restingMs), LONGEST_MS) + TURN_MS * 2 * random);
}

interface Deferral {
  readonly leadId: string;
  readonly forMs: number;
}

/**
 * Gives the owner's leases back and makes the leads due again a little later, as if they had not been claimed.
 * @param now the server's own clock
 * @param values what else is known of them by now
 */
async function defer(
  db: Database,
  owner: string,
  leads: readonly Deferral[],
  now: Instant,
  values: Pick<UpdateObject<Schema, 'outbox'>, 'unknown_outcome'> = {},
): Promise<void> {
  if (leads.length === 0) return;
  const waits = leads.map(({ leadId, forMs }) => sql`when ${leadId} then cast(${forMs} as bigint)`);
  await updateLeased(
    db,
    OUTBOX,
    owner,
    leads.map(({ leadId }) => leadId),
  )
    .set({
      ...GIVEN_BACK,
      ...values,
      due_at: sql<number>`${db.engine.instant(now)} + case lead_id ${sql.join(waits, sql` `)} end`,
    })
    .execute();
}

/** What a lead waited for was delivered before it could be counted. */
const JUST_GONE: Ahead = { count: 1, restingMs: 0 };

/** The server stops in the middle of a pass: what was refused until then made no record. */
const BROKEN_OFF = { kind: 'transient', message: 'Arrêt demandé avant l’envoi', unknown: false } as const;

/** Leads that are sent in one request: by the same strategy, and for the same reason, or none, searched for first. */
interface Batch {
  readonly rows: readonly ClaimedRow[];
  readonly strategy: number;
  readonly reason: Reason | undefined;
  readonly after: Rejection | undefined;
}

/**
 * Sends claimed leads, in batches without two of the same e-mail, and writes down what became of each. What one strategy
 * refuses goes on to the next at once: a pass that is broken off begins again at the first, so that no lead is sent with
 * fewer fields for a reason that was mended since.
 */
export async function deliverClaimed(delivery: Delivery, rows: readonly ClaimedRow[]): Promise<void> {
  let going: readonly PassingRow[] = (await oneOfEachEmail(delivery, rows)).map((row) => ({ row }));
  const reasonOf = await reasonsToSearch(delivery, rows);
  let brokenOff = false;
  for (const strategy of delivery.destination.strategies) {
    brokenOff = delivery.stopping.aborted;
    if (brokenOff) break;
    const refused: PassingRow[] = [];
    const alike = Map.groupBy(going, ({ row, after }) => `${reasonOf(row)} ${after?.rejection.status}`);
    for (const group of alike.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const reason = reasonOf(first.row);
      const claimed = group.map(({ row }) => row);
      const sent = await recorded(delivery, claimed, reason === undefined ? strategy : undefined);
      if (sent.length === 0) continue;
      const going = new Set(sent.map(({ lead }) => lead.id));
      for (const { row, after } of group)
        if (after && going.has(row.lead.id)) logRefusal(delivery, row, after);
      const batch = { rows: sent, strategy, reason, after: first.after?.rejection };
      refused.push(...(await sendBatch(delivery, batch)));
    }
    going = refused;
  }
  for (const { row, after } of going)
    if (after !== undefined) await settleFailure(delivery, row, brokenOff ? BROKEN_OFF : after);
}

/** Of claimed leads with the same e-mail one is sent now: the one whose outcome is unknown, else the oldest. */
async function oneOfEachEmail(
  { db, owner, clock, random }: Delivery,
  rows: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const inOrder = rows.toSorted((a, b) => b.unknown_outcome - a.unknown_outcome || byAge(a.lead, b.lead));
  const byEmail = Map.groupBy(inOrder, ({ lead }) => emailKey(lead));
  const others = [...byEmail.values()].flatMap(([_, ...later]) =>
    later.map(({ lead }, index) => ({
      leadId: lead.id,
      forMs: deferralMs({ count: index + 1, restingMs: 0 }, random()),
    })),
  );
  await defer(db, owner, others, clock.now());
  const deferred = new Set(others.map(({ leadId }) => leadId));
  return rows.filter(({ lead }) => !deferred.has(lead.id));
}

/** Which leads are searched for before they are created, and why. */
async function reasonsToSearch({ db, clock }: Delivery, rows: readonly ClaimedRow[]) {
  const restored = rows.length > 0 && (await wasRestoredLately(db, clock.now()));
  return ({ unknown_outcome }: ClaimedRow): Reason | undefined => {
    if (unknown_outcome === 1) return restored ? 'unknown-and-restored' : 'unknown-outcome';
    return restored ? 'restored' : undefined;
  };
}

/**
 * Records an attempt for each lead that is still leased, is not held and waits for no other of its e-mail; defers the
 * others.
 * @returns those that may be sent
 */
async function recorded(
  { db, owner, clock, destination, random, stopping }: Delivery,
  rows: readonly ClaimedRow[],
  strategy: number | undefined,
): Promise<ClaimedRow[]> {
  if (stopping.aborted) return [];
  const options = {
    strategy,
    unknown: rows[0]?.unknown_outcome === 1,
    oldestFirst: destination.acceptance() === 'accepting',
    now: clock.now(),
  };
  const going = await recordAttempt(db, owner, rows, options);
  const ids = new Set(going.map(({ lead }) => lead.id));
  const staying = rows.map(({ lead }) => lead.id).filter((id) => !ids.has(id));
  if (staying.length > 0) {
    const ahead = await sameEmailAhead(db, staying, options);
    const others = staying.map((leadId) => ({
      leadId,
      forMs: deferralMs(ahead.get(leadId) ?? JUST_GONE, random()),
    }));
    await defer(db, owner, others, clock.now());
  }
  return going;
}

/** @returns those that were refused, and have the next strategy before them */
async function sendBatch(
  delivery: Delivery,
  { rows, strategy, reason, after }: Batch,
): Promise<PassingRow[]> {
  const { db, destination, limits, clock, stopping } = delivery;
  const refused: PassingRow[] = [];
  let absent = rows;
  if (reason !== undefined) {
    const searched = await search(rows, { db, destination, strategy, reason, after, limits });
    await settleDelivered(delivery, searched.found, 'Lead retrouvé dans Airtable : sa fiche y est déjà.');
    refused.push(...(await settleFailures(delivery, searched.failed, strategy)));
    absent = searched.absent;
  }
  if (reason !== undefined && !stopping.aborted) absent = await recordedAbsent(delivery, absent, strategy);
  if (absent.length === 0 || stopping.aborted) return refused;
  const leads = absent.map(({ lead }) => lead);
  const refusedSince = destination.refusingSince();
  const group = { leads, strategy, ...(after !== undefined && { after }) };
  const outcomes = await destination.deliver(group, limits);
  refused.push(...(await settleSent(delivery, absent, outcomes, strategy)));
  if (refusedSince !== undefined && destination.refusingSince() === undefined)
    await retryRefused(db, { refusedSince, now: clock.now() });
  return refused;
}

/**
 * Records an attempt to create leads that were searched for in vain. One that was corrected meanwhile is put back, known to
 * have no record: it goes out anew, once no other of its new address is under way.
 * @returns those that are created now
 */
async function recordedAbsent(
  { db, owner, clock }: Delivery,
  rows: readonly ClaimedRow[],
  strategy: number,
): Promise<ClaimedRow[]> {
  if (rows.length === 0) return [];
  const going = await recordStrategy(db, owner, rows, strategy, clock.now());
  const ids = new Set(going.map(({ lead }) => lead.id));
  const corrected = rows.map(({ lead }) => lead.id).filter((id) => !ids.has(id));
  await defer(
    db,
    owner,
    corrected.map((leadId) => ({ leadId, forMs: 0 })),
    clock.now(),
    { unknown_outcome: 0 },
  );
  return going;
}

async function settleSent(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  outcomes: ReadonlyMap<string, Outcome>,
  strategy: number,
): Promise<PassingRow[]> {
  const delivered: Completion[] = [];
  const failed: (readonly [ClaimedRow, FailedAttempt])[] = [];
  for (const row of rows) {
    const outcome = outcomes.get(row.lead.id);
    if (outcome?.kind === 'delivered')
      delivered.push({ leadId: row.lead.id, remoteId: outcome.remoteId, strategy });
    // What never left has made no record; of what was refused `afterRejection` says the same.
    else if (outcome?.kind === 'transient' && !outcome.unknown)
      failed.push([{ ...row, sent: withoutLast(row.sent) }, outcome]);
    else if (outcome !== undefined) failed.push([row, outcome]);
  }
  await settleDelivered(delivery, delivered, 'Lead remis à Airtable.');
  return settleFailures(delivery, failed, strategy);
}

/** Settles what is to be tried again later. @returns what was refused, which goes on to the next strategy */
async function settleFailures(
  delivery: Delivery,
  failed: readonly (readonly [ClaimedRow, FailedAttempt])[],
  strategy: number,
): Promise<PassingRow[]> {
  const refused: PassingRow[] = [];
  for (const [row, outcome] of failed) {
    if (outcome.kind === 'rejected') refused.push(afterRejection(row, { ...outcome, strategy }));
    else await settleFailure(delivery, row, outcome);
  }
  return refused;
}

interface RetryRefused {
  /** Since when the destination refused every lead. */
  readonly refusedSince: Instant;
  readonly now: Instant;
}

/**
 * Makes leads due now, in batches, once the destination accepts leads again after having refused them all. Leads that
 * every strategy was refused for before that time were refused for another reason: they keep their slow schedule.
 */
async function retryRefused(db: Database, { refusedSince, now }: RetryRefused): Promise<void> {
  const { at } = await db.selectNoFrom(db.engine.instant(now).as('at')).executeTakeFirstOrThrow();
  const which = sql<boolean>`(refused_at is null or refused_at >= ${at - (now - refusedSince)})`;
  for await (const _ of makeDue(db, OUTBOX, () => now, which));
}
