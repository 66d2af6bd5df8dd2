import { afterFailure, type Failed } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';
import { type Completion, complete } from './complete.ts';
import type { Delivery } from './delivery.ts';
import { fail } from './fail.ts';

/**
 * Writes down which record each of these leads is, and says so.
 * @param said for the log
 */
export async function settleDelivered(
  { db, owner, clock, log }: Delivery,
  completions: readonly Completion[],
  said: string,
): Promise<void> {
  if (completions.length === 0) return;
  const held = await complete(db, owner, completions, clock.now());
  for (const { leadId, remoteId } of completions) if (held.has(leadId)) log.info({ leadId, remoteId }, said);
}

/** Writes down why a lead was not delivered, or not looked for, and when it is tried again, and says so. */
export async function settleFailure(delivery: Delivery, row: ClaimedRow, outcome: Failed): Promise<void> {
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
  log.warn(
    { leadId, strategy, status, type },
    outcome.searching
      ? 'Recherche refusée par Airtable : ce lead y est peut-être déjà, rien n’est créé tant qu’on ne peut pas le savoir. ' +
          'Vérifiez que le jeton a le droit data.records:read et que les champs gardent leurs noms.'
      : 'Stratégie de création de lead refusée.',
  );
  if (strategy === destination.strategies.at(-1)) log.error({ leadId, retryAt }, destination.refusedMessage);
}
