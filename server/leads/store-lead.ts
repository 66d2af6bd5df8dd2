import type { Instant } from '#domain/instant.ts';
import { type Lead, sameContent } from '#domain/lead.ts';
import {
  asReceived,
  type LeadReader,
  type LeadWriter,
  type SentBy,
  type SubmitOutcome,
} from '../store/leads/lead-store.ts';

export interface StoreLeadDeps {
  readonly writer: LeadWriter;
  readonly now: () => Instant;
  /** Tells the worker that something is due, so that it does not wait for its next round. */
  readonly wake: () => void;
}

/**
 * Makes a lead durable together with its outbox row.
 * Rejects when that could not be done; then nothing may be acknowledged.
 * @param heldBecause why it is to wait until an operator releases it (French)
 */
export async function storeLead(
  deps: StoreLeadDeps,
  lead: Lead,
  heldBecause?: string,
  sentBy?: SentBy,
): Promise<SubmitOutcome> {
  const outcome = await deps.writer.insert(lead, deps.now(), heldBecause, sentBy);
  if (outcome === 'created' && heldBecause === undefined) deps.wake();
  return outcome;
}

export interface StoreFormDeps extends StoreLeadDeps {
  readonly reader: LeadReader;
}

/** A form's id follows from its content; if that is taken by a lead that differs or is held, the next one is tried. */
const MOST_IDS = 3;

/**
 * Makes a form's lead durable. A second click finds the lead of the first and is answered with it. When the stored lead
 * differs, or is held although nothing speaks against this one, the new lead is stored beside it under another id.
 * Rejects when it could not be made durable; then nothing may be acknowledged.
 * @param idOf the id to try, by how many were not free before it
 * @returns the id under which it is stored, whether it was not stored before, and when it was accepted
 */
export async function storePostedForm(
  deps: StoreFormDeps,
  lead: Lead,
  idOf: (nth: number) => string,
  heldBecause?: string,
  sentBy?: SentBy,
): Promise<{ readonly id: string; readonly created: boolean; readonly at: Instant }> {
  for (let nth = 0; nth < MOST_IDS; nth += 1) {
    const id = idOf(nth);
    const outcome = await storeLead(deps, { ...lead, id }, heldBecause, sentBy);
    if (outcome === 'created') return { id, created: true, at: deps.now() };
    const [stored, held] = [await deps.reader.byId(id), await deps.reader.isHeld(id)];
    const isSame = stored && (saysTheSame(stored, lead) || saysTheSame(asReceived(stored), lead));
    if (isSame && (!held || heldBecause !== undefined)) return { id, created: false, at: stored.createdAt };
  }
  throw new Error('Every id for this form is taken by something else');
}

/** In every field but the session, which is made up for each post; an e-mail is the same in any case. */
function saysTheSame(stored: Lead, posted: Lead): boolean {
  const typed = (lead: Lead): Lead => ({ ...lead, userId: '', email: lead.email.toLowerCase() });
  return sameContent(typed(stored), typed(posted));
}
