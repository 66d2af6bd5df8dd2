import type { Destination, Outcome, Slot } from '../destinations/destination.ts';
import { restoreKnown } from '../store/outbox/after-restore.ts';
import { recordAttempt } from './attempt.ts';
import type { ClaimedRow } from './claim.ts';
import type { Completion } from './complete.ts';
import { standBack, standBackFor } from './defer.ts';
import type { Delivery } from './delivery.ts';
import { retryRefused } from './retry-refused.ts';
import { byAge, identityOf, twinsAhead } from './same-email.ts';
import { type LookResult, look, type Reason } from './search.ts';
import { settleDelivered, settleFailure } from './settle.ts';

/** Leads that go out together: one strategy, and the same reason, or none, to look for them first. */
interface Alike {
  readonly rows: readonly ClaimedRow[];
  readonly strategy: number;
  readonly reason: Reason | undefined;
}

/**
 * Sends claimed leads, those alike together and no two with the same e-mail, and writes down what became of each.
 * @param slot taken for the first request
 */
export async function deliverClaimed(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  slot: Slot,
): Promise<void> {
  const going = await oneOfEachIdentity(delivery, rows);
  const reasonOf = await reasonsToLook(delivery, going);
  const normal = going.map((row) => ({ ...row, strategy: usable(delivery.destination, row.strategy) }));
  const alike = Map.groupBy(normal, (row) => `${row.strategy} ${reasonOf(row)}`);
  let turn: Slot | undefined = slot;
  for (const group of alike.values()) {
    const [first] = group;
    if (delivery.stopping.aborted || first === undefined) return;
    const { strategy } = first;
    const sent = await recorded(delivery, group);
    if (sent.length === 0) continue;
    await sendAlike(delivery, { rows: sent, strategy, reason: reasonOf(first) }, turn);
    turn = undefined;
  }
}

/** Of twins taken together one goes: the one whose outcome is unknown, else the oldest. */
async function oneOfEachIdentity(
  { db, owner, clock, random }: Delivery,
  rows: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const inOrder = rows.toSorted((a, b) => b.unknown_outcome - a.unknown_outcome || byAge(a.lead, b.lead));
  const families = Map.groupBy(inOrder, ({ lead }) => identityOf(lead));
  const others = [...families.values()].flatMap(([_, ...twins]) =>
    twins.map(({ lead }, index) => ({
      leadId: lead.id,
      forMs: standBackFor({ twins: index + 1, restingMs: 0 }, random()),
    })),
  );
  await standBack(db, owner, others, { now: clock.now() });
  const staying = new Set(others.map(({ leadId }) => leadId));
  return rows.filter(({ lead }) => !staying.has(lead.id));
}

async function reasonsToLook({ db, clock }: Delivery, rows: readonly ClaimedRow[]) {
  const asked = rows.some(({ unknown_outcome }) => unknown_outcome === 0);
  const forgotten = asked ? await restoreKnown(db, clock.now()) : false;
  return ({ unknown_outcome }: ClaimedRow): Reason | undefined => {
    if (unknown_outcome === 1) return 'perhaps-there';
    return forgotten ? 'restored' : undefined;
  };
}

/**
 * Records an attempt for each lead that is still held, then lets those stand back whose twins go first.
 * @returns those that may be sent
 */
async function recorded(
  { db, owner, clock, destination, random }: Delivery,
  rows: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const ids = rows.map(({ lead }) => lead.id);
  const held = await recordAttempt(db, owner, ids, clock.now());
  const unknown_outcome = rows[0]?.unknown_outcome ?? 0;
  if (held.size === 0) return [];
  const ahead = await twinsAhead(db, [...held], {
    unknown: unknown_outcome === 1,
    oldestFirst: destination.standing() === 'taking',
    now: clock.now(),
  });
  const others = [...ahead].map(([leadId, twins]) => ({ leadId, forMs: standBackFor(twins, random()) }));
  await standBack(db, owner, others, { now: clock.now(), recorded: { unknown_outcome } });
  return rows.filter(({ lead }) => held.has(lead.id) && !ahead.has(lead.id));
}

async function sendAlike(delivery: Delivery, { rows, strategy, reason }: Alike, slot?: Slot): Promise<void> {
  const { db, destination, limits, clock, stopping } = delivery;
  let absent = rows;
  let turn = slot;
  if (reason !== undefined) {
    const looked = await look(rows, { db, destination, strategy, reason, limits, slot });
    await settleLooked(delivery, looked);
    absent = looked.absent;
    turn = undefined;
  }
  if (absent.length === 0 || stopping.aborted) return;
  const refusedSince = destination.refusingSince();
  const leads = absent.map(({ lead }) => lead);
  const outcomes = await destination.deliver({ leads, strategy }, limits, turn);
  await settleSent(delivery, absent, outcomes);
  if (refusedSince !== undefined && destination.refusingSince() === undefined)
    await retryRefused(db, { refusedSince, now: clock.now() });
}

async function settleLooked(delivery: Delivery, { found, failed }: LookResult): Promise<void> {
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

/** Settings may have changed since the row was written: a strategy that is no longer possible gives way to the next. */
function usable({ strategies }: Destination, index: number): number {
  return strategies.find((candidate) => candidate >= index) ?? strategies[0] ?? 0;
}
