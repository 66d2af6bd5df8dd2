import { type Departure, type Outcome, usableStrategy } from '../destinations/destination.ts';
import { wasRestoredLately } from '../store/outbox/after-restore.ts';
import { recordAttempt } from './attempt.ts';
import type { ClaimedRow } from './claim.ts';
import type { Completion } from './complete.ts';
import { defer, deferralMs } from './defer.ts';
import type { Delivery } from './delivery.ts';
import { retryRefused } from './retry-refused.ts';
import { type Ahead, byAge, emailKey, sameEmailAhead } from './same-email.ts';
import { type Reason, type SearchOutcome, search } from './search.ts';
import { settleDelivered, settleFailure } from './settle.ts';

/** What a lead waited for was delivered before it could be counted. */
const JUST_GONE: Ahead = { count: 1, restingMs: 0 };

/** Leads that are sent in one request: the same strategy, and the same reason, or none, to search for them first. */
interface Batch {
  readonly rows: readonly ClaimedRow[];
  readonly strategy: number;
  readonly reason: Reason | undefined;
}

/**
 * Sends claimed leads, in batches without two of the same e-mail, and writes down what became of each.
 * @param departure reserved for the first request
 */
export async function deliverClaimed(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  departure: Departure,
): Promise<void> {
  const going = await oneOfEachEmail(delivery, rows);
  const reasonOf = await reasonsToSearch(delivery, going);
  const { strategies } = delivery.destination;
  const allowed = going.map((row) => ({ ...row, strategy: usableStrategy(strategies, row.strategy) }));
  const alike = Map.groupBy(allowed, (row) => `${row.strategy} ${reasonOf(row)}`);
  let unused: Departure | undefined = departure;
  for (const group of alike.values()) {
    const [first] = group;
    if (delivery.stopping.aborted || first === undefined) return;
    const { strategy } = first;
    const sent = await recorded(delivery, group);
    if (sent.length === 0) continue;
    await sendBatch(delivery, { rows: sent, strategy, reason: reasonOf(first) }, unused);
    unused = undefined;
  }
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
  { db, owner, clock, destination, random }: Delivery,
  rows: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const options = {
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

async function sendBatch(
  delivery: Delivery,
  { rows, strategy, reason }: Batch,
  departure?: Departure,
): Promise<void> {
  const { db, destination, limits, clock, stopping } = delivery;
  let absent = rows;
  let unused = departure;
  if (reason !== undefined) {
    const searched = await search(rows, { db, destination, strategy, reason, limits, departure });
    await settleSearch(delivery, searched);
    absent = searched.absent;
    unused = undefined;
  }
  if (absent.length === 0 || stopping.aborted) return;
  const refusedSince = destination.refusingSince();
  const leads = absent.map(({ lead }) => lead);
  const outcomes = await destination.deliver({ leads, strategy }, limits, unused);
  await settleSent(delivery, absent, outcomes);
  if (refusedSince !== undefined && destination.refusingSince() === undefined)
    await retryRefused(db, { refusedSince, now: clock.now() });
}

async function settleSearch(delivery: Delivery, { found, failed }: SearchOutcome): Promise<void> {
  await settleDelivered(delivery, found, 'Lead retrouvé dans Airtable : sa fiche y est déjà.');
  for (const [row, outcome] of failed) await settleFailure(delivery, row, outcome);
}

async function settleSent(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const delivered = rows.flatMap(({ lead }): Completion[] => {
    const outcome = outcomes.get(lead.id);
    return outcome?.kind === 'delivered' ? [{ leadId: lead.id, remoteId: outcome.remoteId }] : [];
  });
  await settleDelivered(delivery, delivered, 'Lead remis à Airtable.');
  for (const row of rows) {
    const outcome = outcomes.get(row.lead.id);
    if (outcome !== undefined && outcome.kind !== 'delivered') await settleFailure(delivery, row, outcome);
  }
}
