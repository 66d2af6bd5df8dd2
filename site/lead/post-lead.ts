import type { FieldError } from '#domain/errors.ts';
import { AGE_FIELD, type HiddenFields } from '#domain/hidden-fields.ts';
import type { Lead } from '#domain/lead.ts';
import { withTimeLimit } from '../browser/network.ts';

/** What the server said: it has the lead, refused it for good, or gave no answer that counts. */
export type Answer =
  | {
      readonly kind: 'acknowledged';
      readonly reference?: string | undefined;
      /** Whose audit begins: the site of the e-mail's company. */
      readonly site?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  /**
   * `retryAfterMs`: the server asked for nothing to be sent before. `isBlocked`: there was no answer, or one of something
   * between (a filter, a portal); false when the server or its proxy is busy.
   */
  | { readonly kind: 'none'; readonly retryAfterMs?: number; readonly isBlocked?: boolean };

/** Long enough for a phone in a tunnel; the lead is kept either way, and nobody waits for it as long. */
const TIMEOUT_MS = 6000;

/** Answers that no second attempt can change. */
const FINAL = [409, 413, 415, 422];

/**
 * Sends one lead. Never throws: no network, a time-out or an answer that is not the server's count as 'none'.
 * `keepalive` lets the request outlive the page.
 * @param hidden of the form; a lead sent again later has none
 * @param ageMs of a lead sent again: for how long it has been kept
 */
export async function postLead(lead: Lead, hidden?: HiddenFields, ageMs?: number): Promise<Answer> {
  const { status: _status, ...body } = lead;
  const signal = withTimeLimit(TIMEOUT_MS);
  let retryAfterMs = 0;
  let isBlocked = true;
  try {
    const response = await fetch('/api/leads', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...hidden, [AGE_FIELD]: ageMs }),
      keepalive: true,
      signal,
    });
    const { status } = response;
    isBlocked = status < 429;
    retryAfterMs = waitOf(response.headers.get('retry-after'), Date.now());
    const answer = (await response.json()) as { id?: unknown; errors?: FieldError[] };
    if (response.ok && answer.id === lead.id) return { ...answer, kind: 'acknowledged' };
    if (FINAL.includes(status)) return { kind: 'refused', errors: answer.errors ?? [] };
  } catch {
    // What is no answer of the server's is none.
  }
  return { kind: 'none', retryAfterMs, isBlocked };
}

/**
 * How long a `Retry-After` of `header` asks to wait, in milliseconds; 0 when it asks for nothing that can be read.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after (seconds, or a date)
 */
export function waitOf(header: string | null, nowMs: number): number {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - nowMs;
  return ms > 0 ? ms : 0;
}
