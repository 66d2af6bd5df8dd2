import type { FieldError } from '#domain/errors.ts';
import type { HiddenFields } from '#domain/hidden-fields.ts';
import type { Lead, LeadContent } from '#domain/lead.ts';
import { LONGEST_URL } from '#domain/longest-url.ts';
import { leadId } from './lead-id.ts';
import { keepLead, type PendingDeps, settleLead } from './pending-list.ts';
import type { Answer } from './post-lead.ts';

/** What became of a lead: the visitor goes on, has something to correct, or has to know that it failed. */
export type Outcome =
  | { readonly kind: 'sent' | 'kept' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** A visitor whose lead is kept goes on after this; with the next page it is less than 4 s, whatever hangs. */
const ANSWER_WAIT_MS = 2_500;

/**
 * Writes the lead down in `pending_leads`, sends it, and takes it out once the server has it: whatever
 * interrupts in between (a reload, a closed tab, no network), the next page load sends it again.
 * 'kept' as well when the server takes longer than a visitor waits; 'failed' only when it could be neither sent nor
 * kept; 'invalid' without errors when a field is blank, which the browser itself says under it. Never throws.
 * @param values what the form holds, and where it was filled in
 * @param written told of the lead once it is written down, before anything is asked of the network
 */
export async function sendLead(
  deps: PendingDeps,
  values: LeadContent,
  hidden?: HiddenFields,
  written?: (lead: Lead) => void,
): Promise<Outcome> {
  try {
    const lead = await toLead(values);
    if (!lead.name || !lead.email) return { kind: 'invalid', errors: [] };
    const kept = await keepLead(deps, lead);
    written?.(lead);
    const sent = deps.post(lead, hidden).then(async (answer) => {
      await settleLead(deps, lead.id, answer);
      return outcomeOf(answer, kept);
    });
    if (!kept) return await sent;
    return await Promise.race([sent, deps.pause(ANSWER_WAIT_MS).then((): Outcome => ({ kind: 'kept' }))]);
  } catch {
    return { kind: 'failed' };
  }
}

function outcomeOf(answer: Answer, kept: boolean): Outcome {
  if (answer.kind === 'none') return { kind: kept ? 'kept' : 'failed' };
  if (answer.kind === 'acknowledged') return { kind: 'sent' };
  return answer.errors[0] ? { kind: 'invalid', errors: answer.errors } : { kind: 'failed' };
}

/** Blank fields are left out. */
async function toLead(values: LeadContent): Promise<Lead> {
  // A page address is a note beside the lead: too long a one must not cost the lead.
  const url = values.url.replace(/#.*/, '').slice(0, LONGEST_URL);
  const content: Record<string, string> = {};
  for (const [field, text] of Object.entries({ ...values, url }))
    if (text.trim()) content[field] = text.trim();
  return { ...(content as LeadContent), id: await leadId(content as LeadContent), status: 'Cold' };
}
