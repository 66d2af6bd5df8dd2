import type { Transient } from '../destinations/destination.ts';
import { afterFailure, type StrategyRefusal } from './after-failure.ts';
import type { ClaimedRow } from './claim.ts';
import { type Completion, complete } from './complete.ts';
import type { Delivery } from './delivery.ts';
import { fail } from './fail.ts';

/**
 * Writes down which record each of these leads has become, and logs those that were still leased.
 * @param said the log's message
 */
export async function settleDelivered(
  { db, owner, clock, log }: Delivery,
  completions: readonly Completion[],
  said: string,
): Promise<void> {
  if (completions.length === 0) return;
  const completed = await complete(db, owner, completions, clock.now());
  for (const { leadId, remoteId } of completions)
    if (completed.has(leadId)) log.info({ leadId, remoteId }, said);
}

/**
 * Writes down and logs why a lead was not delivered, or could not be searched for, and when it is tried again. Does
 * neither once another worker has leased the lead: what becomes of it is that worker's to say.
 * @param outcome a refusal is the last strategy's
 */
export async function settleFailure(
  delivery: Delivery,
  row: ClaimedRow,
  outcome: Transient | StrategyRefusal,
): Promise<void> {
  const { db, owner, clock, destination, log } = delivery;
  const leadId = row.lead.id;
  const next = afterFailure(row, outcome, {
    random: delivery.random(),
    pausedForMs: destination.pausedUntil() - clock.now(),
  });
  if (!(await fail(db, owner, leadId, next, clock.now()))) return;
  const retryAt = new Date(clock.now() + next.retryInMs).toISOString();
  // The provider's message may repeat personal data: it is kept in the row, and not logged.
  if (outcome.kind === 'transient') {
    const { status, message, unknown } = outcome;
    log.warn(
      { leadId, unknown, retryAt, ...(status === undefined ? { reason: message } : { status }) },
      'Lead pas encore remis à Airtable : il reste dans la base de données et repartira tout seul.',
    );
    return;
  }
  logRefusal(delivery, row, outcome);
  log.error({ leadId, retryAt }, destination.refusedMessage);
}

/** Logs that a strategy was refused. */
export function logRefusal(
  { log }: Delivery,
  { lead }: ClaimedRow,
  { strategy, rejection, searching }: StrategyRefusal,
): void {
  const { status, type } = rejection;
  log.warn(
    { leadId: lead.id, strategy, status, type },
    searching
      ? 'Recherche refusée par Airtable : ce lead y est peut-être déjà, rien n’est créé tant qu’on ne peut pas le savoir. ' +
          'Vérifiez que le jeton a le droit data.records:read et que les champs gardent leurs noms.'
      : 'Stratégie de création de lead refusée.',
  );
}
