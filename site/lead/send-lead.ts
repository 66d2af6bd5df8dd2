import type { FieldError } from '#domain/errors.ts';
import type { HiddenFields } from '#domain/hidden-fields.ts';
import type { Lead, LeadContent } from '#domain/lead.ts';
import { withLeadId } from './lead-id.ts';
import { keepLead, type PendingDeps, settleLead } from './pending-list.ts';
import type { Answer } from './post-lead.ts';

/** What became of a lead: the visitor goes on, has something to correct, or has to know that it failed. */
export type SendOutcome =
  /** `isBlocked`: as the answer says it (post-lead.ts); undefined when none came in time. */
  | { readonly kind: 'sent' }
  /** The form itself is to be posted, whatever the server has already. */
  | { readonly kind: 'posted'; readonly isBlocked?: undefined }
  | { readonly kind: 'kept'; readonly isBlocked?: boolean | undefined }
  | { readonly kind: 'failed'; readonly isBlocked?: boolean | undefined }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** A visitor whose lead is kept goes on after this; with the next page it is less than 4 s, whatever hangs. */
const ANSWER_WAIT_MS = 2_500;

/**
 * Writes the lead down in `pending_leads`, sends it, and takes it out once the server has it: whatever
 * interrupts in between (a reload, a closed tab, no network), the next page load sends it again.
 * 'kept' as well when the server takes longer than a visitor waits; 'failed' only when it could be neither sent nor
 * kept; 'invalid' without errors when a field is blank, which the browser itself says under it. Rejects when something
 * on the way throws.
 * @param values what the form holds, and where it was filled in
 * @param written told of the lead once it is written down, before anything is asked of the network
 */
export async function sendLead(
  deps: PendingDeps,
  values: LeadContent,
  hidden?: HiddenFields,
  written?: (lead: Lead) => void,
): Promise<SendOutcome> {
  const lead = await withLeadId(values);
  if (!lead.name || !lead.email) return { kind: 'invalid', errors: [] };
  const kept = await keepLead(deps, lead);
  written?.(lead);
  let isHere = true;
  const sent = deps.post(lead, hidden).then(async (answer) => {
    // What nobody is here to answer stays kept: a later page sends it again, and is not asked whether it is a slip.
    if (isHere || answer.kind !== 'refused') await settleLead(deps, lead.id, answer);
    return outcomeOf(answer, kept);
  });
  if (!kept) return sent;
  const late = deps.pause(ANSWER_WAIT_MS).then((): SendOutcome => {
    isHere = false;
    return { kind: 'kept' };
  });
  return Promise.race([sent, late]);
}

function outcomeOf(answer: Answer, kept: boolean): SendOutcome {
  if (answer.kind === 'none') return { kind: kept ? 'kept' : 'failed', isBlocked: answer.isBlocked };
  // Where nothing can be written down, only the server's answer to the form itself tells the next step of the lead.
  if (answer.kind === 'acknowledged') return { kind: kept ? 'sent' : 'posted' };
  // Refused in no field: the server's own page says why.
  return answer.errors[0] ? { kind: 'invalid', errors: answer.errors } : { kind: 'posted' };
}
