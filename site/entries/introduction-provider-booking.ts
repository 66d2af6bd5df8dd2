import { openDialogsByAddress } from '../browser/dialogs.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { onFirstInteraction } from '../browser/later.ts';
import { withPrefill } from '../islands/booking/booking.ts';
import { showBookingWait } from '../islands/booking/booking-wait.ts';
import { readPrefill } from '../lead/prefill.ts';
import { BOOKING_LINK, need } from '../markup.ts';

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = need<HTMLAnchorElement>(BOOKING_LINK);
if (link) link.href = withPrefill(link.href, readPrefill(location.search));

onFirstInteraction(() => {
  openDialogsByAddress();
  const load = () => import('../islands/booking/Booking.island.tsx');
  hydrateIslands({ Booking: { load, show: showBookingWait } });
});
