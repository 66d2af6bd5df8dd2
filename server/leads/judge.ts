import type { Lead } from '#domain/lead.ts';
import type { Arrival, FloodWatch } from './flood-watch.ts';
import type { FormProofs } from './form-proof.ts';
import { suspicionOf } from './suspicion.ts';

/** What came beside a lead, whatever it is (`FORM_MARKS`). */
export interface Marks {
  readonly trap: unknown;
  readonly proof: unknown;
}

export interface Judged {
  /** Why it is to be held back (French, for the operator); a suspect is answered like anybody. */
  readonly heldBecause: string | undefined;
  /** That it came without a fresh proof, counted. */
  readonly arrival: Arrival | undefined;
}

export interface JudgeDeps {
  readonly proofs: FormProofs;
  readonly flood: Pick<FloodWatch, 'arrived'>;
}

/** Judges a lead by what came beside it and by what comes meanwhile; a good proof is spent on it. Never rejects. */
export async function judge(
  lead: Lead,
  { trap, proof }: Marks,
  { proofs, flood }: JudgeDeps,
): Promise<Judged> {
  const trapFilled = trap !== undefined && trap !== null && trap !== '';
  const checked = await proofs.check(proof, lead.id);
  const arrival = checked.proof === 'good' ? undefined : flood.arrived();
  const inFlood = arrival?.inFlood ?? false;
  return { heldBecause: suspicionOf({ lead, trapFilled, inFlood, ...checked }), arrival };
}
