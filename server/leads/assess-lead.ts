import type { Lead } from '#domain/lead.ts';
import type { FormProofs } from '../http/limits/form-proof.ts';
import type { Arrival, FloodWatch } from './flood-watch.ts';
import { suspicionOf } from './suspicion.ts';

/** What came in the form's hidden fields, whatever it is. */
export interface Received {
  readonly trap: unknown;
  readonly proof: unknown;
}

export interface Assessment {
  /** Why the lead is to be held (French, for the operator); a suspect is answered like anybody. */
  readonly heldBecause: string | undefined;
  /** That it came without a fresh proof, counted. */
  readonly arrival: Arrival | undefined;
  /** Whether a fresh proof of work came with it, and nothing that no person sends. */
  readonly proved: boolean;
}

export interface AssessDeps {
  readonly proofs: FormProofs;
  readonly flood: Pick<FloodWatch, 'arrived'>;
}

/**
 * Weighs what speaks against a lead; a good proof is spent on it. Never rejects.
 * @param counts whether it is one more that came; a repeated one, or one beyond its client's limit, is not
 */
export async function assessLead(
  lead: Lead,
  { trap, proof }: Received,
  { proofs, flood }: AssessDeps,
  counts: boolean,
): Promise<Assessment> {
  const trapFilled = trap !== undefined && trap !== null && trap !== '';
  const checked = await proofs.check(proof, lead.id);
  const isGood = checked.proof === 'good';
  const arrival = isGood ? undefined : flood.arrived();
  const inFlood = arrival?.inFlood ?? false;
  // At once: undone later, so many at the same time would be a flood for as long as they take.
  if (!counts) arrival?.undo();
  const heldBecause = suspicionOf({ lead, trapFilled, inFlood, ...checked });
  return { heldBecause, arrival: counts ? arrival : undefined, proved: isGood && !trapFilled };
}
