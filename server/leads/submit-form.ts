import type { Lead } from '#domain/lead.ts';
import type { LeadReader } from '../store/leads/lead-store.ts';
import { type SubmitDeps, submitLead } from './submit-lead.ts';

export interface SubmitFormDeps extends SubmitDeps {
  readonly reader: Pick<LeadReader, 'byId' | 'isHeld'>;
}

/** A form's id follows from its content; if that is taken by a lead that differs or is held, the next one is tried. */
const MOST_IDS = 3;

/**
 * Makes a form's lead durable. A second click finds the lead of the first and is answered with it. When the stored lead
 * differs, or is held although nothing speaks against this one, the new lead is stored beside it under another id.
 * Rejects when it could not be made durable; then nothing may be acknowledged.
 * @param idOf the id to try, by how many were not free before it
 * @returns the id under which it is stored
 */
export async function submitForm(
  deps: SubmitFormDeps,
  lead: Lead,
  idOf: (nth: number) => string,
  heldBecause?: string,
): Promise<string> {
  for (let nth = 0; nth < MOST_IDS; nth += 1) {
    const id = idOf(nth);
    if ((await submitLead(deps, { ...lead, id }, heldBecause)) === 'created') return id;
    const [stored, held] = [await deps.reader.byId(id), await deps.reader.isHeld(id)];
    if (stored !== undefined && saysTheSame(stored, lead) && (!held || heldBecause !== undefined)) return id;
  }
  throw new Error('Every id for this form is taken by something else');
}

/** Compared without the session, which is made up for each post. */
function saysTheSame(stored: Lead, { name, email, url }: Lead): boolean {
  return stored.name === name && stored.email.toLowerCase() === email.toLowerCase() && stored.url === url;
}
