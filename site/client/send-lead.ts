import type { FieldError, Parsed } from '#domain/errors.ts';
import type { FormMarks } from '#domain/form-marks.ts';
import { LEAD_LIMITS, type Lead, parseLead } from '#domain/lead.ts';
import { leadId } from './lead-id.ts';
import { forgetLead, keepLead, type PendingDeps } from './pending-leads.ts';

/** What became of a lead: the visitor goes on, has something to correct, or has to know that it failed. */
export type Outcome =
  | { readonly kind: 'sent' | 'kept' | 'failed' }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** What the form holds, and where it was filled in. */
export interface Answers {
  readonly name: string;
  readonly email: string;
  readonly userId: string;
  readonly url: string;
}

/**
 * Writes the lead down in `pending_leads`, sends it, and takes it out once the service has it: whatever
 * interrupts in between (a reload, a closed tab, no network), the next page load sends it again.
 * 'failed' only when it could be neither sent nor kept. Never throws.
 */
export async function sendLead(deps: PendingDeps, answers: Answers, marks: FormMarks = {}): Promise<Outcome> {
  try {
    const parsed = await toLead(answers);
    if (!parsed.ok) return { kind: 'invalid', errors: parsed.errors };
    const lead = parsed.value;
    const kept = await keepLead(deps, lead);
    const answer = await deps.post(lead, marks);
    if (answer.kind === 'none') return { kind: kept ? 'kept' : 'failed' };
    await forgetLead(deps, lead.id);
    if (answer.kind === 'refused' && answer.errors.length > 0)
      return { kind: 'invalid', errors: answer.errors };
    return { kind: answer.kind === 'acknowledged' ? 'sent' : 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

async function toLead(answers: Answers): Promise<Parsed<Lead>> {
  const fields = {
    name: answers.name.trim(),
    email: answers.email.trim(),
    userId: answers.userId,
    // A page address is a note beside the lead: too long a one must not cost the lead.
    url: (answers.url.split('#', 1)[0] ?? '').slice(0, LEAD_LIMITS.url.max),
  };
  return parseLead({ ...fields, id: await leadId(fields) });
}
