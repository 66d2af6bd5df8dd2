import type { Lead } from '#domain/lead.ts';

/** Key in `localStorage` of the list of pending leads. */
export const PENDING_LEADS = 'pending_leads';

/** A lead the server has not acknowledged, as it waits in the browser's storage. */
export interface PendingLead extends Omit<Lead, 'id'> {
  /** `pending_` + timestamp. */
  readonly id: string;
  /** ISO 8601, UTC: when it was put aside. */
  readonly timestamp: string;
  /** The uuid under which it was first sent, so that sending it again is the same lead. */
  readonly leadId: string;
  /** Milliseconds since the epoch; the server asked for nothing to be sent before (`Retry-After`). */
  readonly notBefore?: number;
}

/** Puts `lead` aside at `nowMs` (milliseconds since the epoch). */
export function toPending(lead: Lead, nowMs: number): PendingLead {
  const { id: leadId, ...fields } = lead;
  return { ...fields, id: `pending_${nowMs}`, timestamp: new Date(nowMs).toISOString(), leadId };
}

/**
 * The lead to send again out of a stored entry, its id empty when the entry has none; undefined when the entry is
 * damaged beyond sending. Whether it is valid is for the server to say.
 */
export function fromPending(entry: unknown): Lead | undefined {
  const { name, email, userId, url, leadId } = Object(entry) as Record<string, unknown>;
  if (!isText(name) || !isText(email) || !isText(userId) || !isText(url)) return undefined;
  return { id: isText(leadId) ? leadId : '', name, email, userId, url, status: 'Cold' };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
