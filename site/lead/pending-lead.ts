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
  /** Milliseconds since the epoch; the server asked for nothing to be sent before (`Retry-After`). */
  readonly notBefore?: number;
};

/** Puts `lead` aside at `nowMs` (milliseconds since the epoch). */
export function toPending(lead: Lead, nowMs: number): PendingLead {
  const { id: leadId, ...fields } = lead;
  return { ...fields, id: `pending_${nowMs}`, timestamp: new Date(nowMs).toISOString(), leadId };
}
