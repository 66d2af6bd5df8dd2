import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Destination, Limits, Outcome, Slot, Upsert } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import { afterFailure } from './after-failure.ts';
import { recordAttempt } from './attempt.ts';
import type { ClaimedRow } from './claim.ts';
import { type Completion, complete } from './complete.ts';
import { fail } from './fail.ts';
import { retryRefused } from './retry-refused.ts';

export interface Delivery {
  readonly db: Database;
  readonly destination: Destination;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly owner: string;
  readonly limits: Limits;
  /** Once aborted nothing more is begun. */
  readonly stopping: AbortSignal;
}

type Failed = Exclude<Outcome, { kind: 'delivered' }>;

/**
 * Sends claimed leads, those alike together, and writes down what became of each.
 * @param slot taken for the first request
 */
export async function deliverClaimed(
  delivery: Delivery,
  rows: readonly ClaimedRow[],
  slot: Slot,
): Promise<void> {
  const { db, destination, owner, limits, stopping } = delivery;
  const normal = rows.map((row) => ({ ...row, strategy: usable(destination, row.strategy) }));
  const alike = Map.groupBy(normal, (row) => `${row.strategy} ${upsertOf(row)}`);
  let turn: Slot | undefined = slot;
  for (const group of alike.values()) {
    const [first] = group;
    if (stopping.aborted || first === undefined) return;
    const held = await recordAttempt(
      db,
      owner,
      group.map(({ lead }) => lead.id),
    );
    const sent = group.filter(({ lead }) => held.has(lead.id));
    if (sent.length === 0) continue;
    const refusedSince = destination.refusingSince();
    const outcomes = await destination.deliver(
      {
        leads: sent.map(({ lead }) => lead),
        strategy: first.strategy,
        upsert: upsertOf(first),
      },
      limits,
      turn,
    );
    turn = undefined;
    await settle(delivery, sent, outcomes);
    if (refusedSince !== undefined && destination.refusingSince() === undefined)
      await retryRefused(db, { refusedSince, now: delivery.clock.now() });
  }
}

/** Once every strategy was tried, the attempt whose outcome is unknown may have been any of them. */
function upsertOf({ unknown_outcome, refused_for }: ClaimedRow): Upsert {
  if (unknown_outcome === 0) return false;
  return refused_for === null ? 'own' : 'common';
}

/** Settings may have changed since the row was written: a strategy that is no longer possible gives way to the next. */
function usable({ strategies }: Destination, index: number): number {
  return strategies.find((candidate) => candidate >= index) ?? strategies[0] ?? 0;
}

async function settle(
  delivery: Delivery,
  sent: readonly ClaimedRow[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const { db, owner, clock, log } = delivery;
  const delivered: Completion[] = [];
  const failed: [ClaimedRow, Failed][] = [];
  for (const row of sent) {
    const leadId = row.lead.id;
    const outcome = outcomes.get(leadId);
    if (outcome?.kind !== 'delivered') {
      if (outcome) failed.push([row, outcome]);
      continue;
    }
    delivered.push({ leadId, remoteId: outcome.remoteId ?? null });
    if (outcome.alreadyThere)
      log.warn({ leadId }, 'Plusieurs fiches Airtable correspondent à ce lead : il y est déjà.');
  }
  if (delivered.length > 0) {
    const held = await complete(db, owner, delivered, clock.now());
    for (const { leadId, remoteId } of delivered)
      if (held.has(leadId)) log.info({ leadId, remoteId }, 'Lead remis à Airtable.');
  }
  for (const [row, outcome] of failed) await settleFailure(delivery, row, outcome);
}

async function settleFailure(delivery: Delivery, row: ClaimedRow, outcome: Failed): Promise<void> {
  const { db, owner, clock, destination, log } = delivery;
  const leadId = row.lead.id;
  const { strategy } = row;
  const failure = afterFailure(row, outcome, {
    random: delivery.random(),
    strategies: destination.strategies,
    pausedForMs: destination.pausedUntil() - clock.now(),
  });
  await fail(db, owner, leadId, failure, clock.now());
  const retryAt = new Date(clock.now() + failure.retryInMs).toISOString();
  // The provider's own words may repeat what the lead holds: the row keeps them, the log does not.
  if (outcome.kind === 'transient') {
    const { status, message, unknown } = outcome;
    log.warn(
      { leadId, strategy, unknown, retryAt, ...(status === undefined ? { reason: message } : { status }) },
      'Lead pas encore remis à Airtable : il reste dans la base de données et repartira tout seul.',
    );
    return;
  }
  const { status, type } = outcome.rejection;
  log.warn({ leadId, strategy, status, type }, 'Stratégie de création de lead refusée.');
  if (strategy === destination.strategies.at(-1)) log.error({ leadId, retryAt }, destination.refusedMessage);
}
