import type { Departure, Outcome, Rejection } from '../destinations/destination.ts';
import { afterRejection, type FailedAttempt, type PassingRow } from './after-failure.ts';
import { wasRestoredLately } from './after-restore.ts';
import { recordAttempt, recordStrategy } from './attempt.ts';
import type { ClaimedRow } from './claim.ts';
import { defer, deferralMs } from './defer.ts';
import type { Delivery } from './delivery.ts';
import { retryRefused } from './retry-refused.ts';
import { type Ahead, byAge, emailKey, sameEmailAhead } from './same-email.ts';
import { type Reason, search } from './search.ts';
import { type Completion, logRefusal, settleDelivered, settleFailure } from './settle.ts';

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
 * @param departure reserved for the first request
 */
export async function deliverClaimed(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  departure: Departure,
): Promise<void> {
  let going: readonly PassingRow[] = (await oneOfEachEmail(delivery, rows)).map((row) => ({ row }));
  const reasonOf = await reasonsToSearch(delivery, rows);
  let unused: Departure | undefined = departure;
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
      const refusal = first.after?.rejection;
      const claimed = group.map(({ row }) => row);
      const written = delivery.destination.writesBy({ strategy, ...(refusal && { after: refusal }) });
      const sent = await recorded(delivery, claimed, reason === undefined ? written : undefined);
      if (sent.length === 0) continue;
      for (const { row, after } of group) if (after && sent.includes(row)) logRefusal(delivery, row, after);
      const batch = { rows: sent, strategy, reason, after: refusal };
      refused.push(...(await sendBatch(delivery, batch, unused)));
      unused = undefined;
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
  const asked = rows.some(({ unknown_outcome }) => unknown_outcome === 0);
  const restored = asked ? await wasRestoredLately(db, clock.now()) : false;
  return ({ unknown_outcome }: ClaimedRow): Reason | undefined => {
    if (unknown_outcome === 1) return 'unknown-outcome';
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
  const ids = rows.map(({ lead }) => lead.id);
  const going = await recordAttempt(db, owner, ids, options);
  const staying = ids.filter((id) => !going.has(id));
  if (staying.length > 0) {
    const ahead = await sameEmailAhead(db, staying, options);
    const others = staying.map((leadId) => ({
      leadId,
      forMs: deferralMs(ahead.get(leadId) ?? JUST_GONE, random()),
    }));
    await defer(db, owner, others, clock.now());
  }
  return rows.filter(({ lead }) => going.has(lead.id));
}

/** @returns those that were refused, and have the next strategy before them */
async function sendBatch(
  delivery: Delivery,
  { rows, strategy, reason, after }: Batch,
  departure?: Departure,
): Promise<PassingRow[]> {
  const { db, owner, destination, limits, clock, stopping } = delivery;
  const refused: PassingRow[] = [];
  let absent = rows;
  let unused = departure;
  if (reason !== undefined) {
    const searched = await search(rows, { db, destination, strategy, reason, after, limits, departure });
    await settleDelivered(delivery, searched.found, 'Lead retrouvé dans Airtable : sa fiche y est déjà.');
    refused.push(...(await settleFailures(delivery, searched.failed, strategy)));
    absent = searched.absent;
    unused = undefined;
  }
  if (absent.length === 0 || stopping.aborted) return refused;
  const leads = absent.map(({ lead }) => lead);
  if (reason !== undefined)
    await recordStrategy(
      db,
      owner,
      leads.map(({ id }) => id),
      destination.writesBy({ strategy, ...(after && { after }) }),
    );
  const refusedSince = destination.refusingSince();
  const group = { leads, strategy, ...(after !== undefined && { after }) };
  const outcomes = await destination.deliver(group, limits, unused);
  refused.push(...(await settleSent(delivery, absent, outcomes, strategy)));
  if (refusedSince !== undefined && destination.refusingSince() === undefined)
    await retryRefused(db, { refusedSince, now: clock.now() });
  return refused;
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
    if (outcome?.kind === 'delivered') delivered.push({ leadId: row.lead.id, ...outcome });
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
