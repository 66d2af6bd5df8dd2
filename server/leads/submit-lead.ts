import type { Lead } from '#domain/lead.ts';
import type { LeadWriter, SubmitOutcome } from '../store/leads/lead-store.ts';

export interface SubmitDeps {
  readonly writer: LeadWriter;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Tells the worker that something is due, so that it does not wait for its next round. */
  readonly wake: () => void;
}

/**
 * Makes a lead durable together with its outbox row.
 * Rejects when that could not be done; then nothing may be acknowledged.
 * @param heldBecause why it is to wait until an operator releases it (French)
 * @param client a keyed hash of the client that sent it
 */
export async function submitLead(
  deps: SubmitDeps,
  lead: Lead,
  heldBecause?: string,
  client?: string,
): Promise<SubmitOutcome> {
  const outcome = await deps.writer.insert(lead, deps.now(), heldBecause, client);
  if (outcome === 'created' && heldBecause === undefined) deps.wake();
  return outcome;
}
