import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';

/** Key in `localStorage` of the list of pending leads. */
export const PENDING_LEADS = 'pending_leads';

/** A lead the server has not acknowledged, as it waits in the browser's storage. */
export type PendingLead = Omit<Lead, 'id'> & {
  /** `pending_` + timestamp. */
  readonly id: string;
  /** ISO 8601, UTC: when it was put aside. */
  readonly timestamp: string;
  /** The uuid under which it was first sent, so that sending it again is the same lead. */
  readonly leadId: string;
  /** The server asked for nothing to be sent before (`Retry-After`). */
  readonly notBefore?: Instant;
};

/** Puts `lead` aside at `nowMs`. */
export function toPending(lead: Lead, nowMs: Instant): PendingLead {
  const { id: leadId, ...fields } = lead;
  return { ...fields, id: `pending_${nowMs}`, timestamp: new Date(nowMs).toISOString(), leadId };
}
