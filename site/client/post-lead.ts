import type { FieldError } from '#domain/errors.ts';
import type { FormMarks } from '#domain/form-marks.ts';
import type { Lead } from '#domain/lead.ts';

/** What the service said: it has the lead, refused it for good, or gave no answer that counts. */
export type Answer =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'none' };

/** Long enough for a phone in a tunnel, short enough that nobody leaves; the lead is kept either way. */
const TIMEOUT_MS = 6000;

/** Answers that no second attempt can change. */
const FINAL = new Set([409, 413, 415, 422]);

/**
 * Sends one lead. Never throws: no network, a time-out or an answer that is not the service's count as 'none'.
 * `keepalive` lets the request outlive the page.
 * @param marks what the form carried beside the lead; a lead sent again later has none
 */
export async function postLead(lead: Lead, marks: FormMarks = {}): Promise<Answer> {
  const { status: _status, ...body } = lead;
  try {
    const response = await fetch('/api/leads', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...marks }),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { id?: unknown; errors?: FieldError[] };
    if (response.ok) return { kind: answer.id === lead.id ? 'acknowledged' : 'none' };
    return FINAL.has(response.status) ? { kind: 'refused', errors: answer.errors ?? [] } : { kind: 'none' };
  } catch {
    return { kind: 'none' };
  }
}
