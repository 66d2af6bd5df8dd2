import type { EventKind } from './promise.ts';

/** How warm a lead is: it said yes; it has a call; it confirmed that call by chat. */
export type LeadStatus = 'Cold' | 'Warm' | 'Hot';

/**
 * The status that follows from what happened to a lead. A confirmation counts for the calls that stand then: who
 * cancels them all is cold again, and warm with the next one.
 * @param events in their order
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
