import type { EventKind } from './promise.ts';

/** Cold: a request came; Warm: a call is booked, which confirms it to the visitor; Hot: the visitor wrote by chat as well. */
export const LEAD_STATUSES = ['Cold', 'Warm', 'Hot'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/**
 * The status that follows from the events of a lead. A confirmation is void once every call it counted for is
 * cancelled: the lead is Cold then, and Warm with its next call.
 * @param events the oldest first
 */
export function statusAfter(events: readonly { readonly kind: EventKind }[]): LeadStatus {
  let calls = 0;
  let confirmed = false;
  for (const { kind } of events) {
    if (kind === 'call-booked') calls += 1;
    if (kind === 'call-cancelled') calls = Math.max(0, calls - 1);
    if (kind === 'confirmed') confirmed = calls > 0;
    if (calls === 0) confirmed = false;
  }
  if (calls === 0) return 'Cold';
  return confirmed ? 'Hot' : 'Warm';
}
