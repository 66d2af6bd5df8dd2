import type { IslandState } from '../../browser/islands.ts';
import { BOOKING_LINK, BOOKING_WAIT, LATE, LOADING, need } from '../../markup.ts';

/**
 * Says in `[data-booking-wait]` that the agenda opens while its code is on its way, and, when that takes too long,
 * that the button has become the plain link, with the focus on it: a window that a timer opened would be blocked.
 */
export function showBookingWait(state: IslandState): void {
  const place = need(BOOKING_WAIT);
  const words = { queued: LOADING, late: LATE, hydrated: undefined }[state];
  if (place) place.textContent = words ? place.getAttribute(words) : '';
  if (state === 'late') need(BOOKING_LINK)?.focus();
}
