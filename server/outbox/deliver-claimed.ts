import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Destination, Limits, Outcome } from '../destinations/destination.ts';
import type { Schema } from '../store/schema.ts';
import { afterFailure } from './after-failure.ts';
import { recordAttempt } from './attempt.ts';
import type { ClaimedRow } from './claim.ts';
import { complete } from './complete.ts';
import { fail } from './fail.ts';
import { retryRefused } from './retry-refused.ts';

export interface Delivery {
  readonly db: Kysely<Schema>;
  readonly destination: Destination;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly owner: string;
  readonly limits: Limits;
  /** Once aborted nothing more is begun. */
  readonly stopping: AbortSignal;
}

/** Sends claimed leads, those alike together, and writes down what became of each. */
export async function deliverClaimed(delivery: Delivery, rows: readonly ClaimedRow[]): Promise<void> {
  const { db, destination, owner, limits, stopping } = delivery;
  const normal = rows.map((row) => ({ ...row, strategy: usable(destination, row.strategy) }));
  const alike = Map.groupBy(normal, (row) => `${row.strategy} ${row.unknown_outcome}`);
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
        upsert: first.unknown_outcome === 1,
      },
      limits,
    );
    for (const row of sent) {
      const outcome = outcomes.get(row.lead.id);
      if (outcome) await settle(delivery, row, outcome);
    }
    if (refusedSince !== undefined && destination.refusingSince() === undefined)
      await retryRefused(db, { refusedSince, now: delivery.clock.now() });
  }
}

/** Settings may have changed since the row was written: a strategy that is no longer possible gives way to the next. */
function usable({ strategies }: Destination, index: number): number {
  return strategies.find((candidate) => candidate >= index) ?? strategies[0] ?? 0;
}

async function settle(delivery: Delivery, row: ClaimedRow, outcome: Outcome): Promise<void> {
  const { db, owner, clock, destination, log } = delivery;
  const leadId = row.lead.id;
  const { strategy } = row;
  if (outcome.kind === 'delivered') {
    const { remoteId = null, alreadyThere } = outcome;
    const held = await complete(db, owner, { leadId, remoteId, at: clock.now() });
    if (alreadyThere)
      log.warn({ leadId, strategy }, 'Plusieurs fiches Airtable correspondent à ce lead : il y est déjà.');
    if (held) log.info({ leadId, strategy, remoteId }, 'Lead remis à Airtable.');
    return;
  }
  const failure = afterFailure(row, outcome, {
    now: clock.now(),
    random: delivery.random(),
    strategies: destination.strategies,
    pausedUntil: destination.pausedUntil(),
  });
  await fail(db, owner, leadId, failure);
  const retryAt = new Date(failure.due_at).toISOString();
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
