import { openDialogsByAddress, openDialogsForIslands } from '../browser/dialogs.ts';
import { loadIslandsWhenUsed } from '../browser/islands.ts';
import { onceTouched } from '../browser/later.ts';
import { withPrefill } from '../islands/booking/booking.ts';
import { sayBookingWaits } from '../islands/booking/booking-wait.ts';
import { readPrefill } from '../lead/prefill.ts';

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
if (link) link.href = withPrefill(link.href, { ...readPrefill(location.search) });

onceTouched(() => {
  loadIslandsWhenUsed();
  sayBookingWaits();
  openDialogsByAddress();
  openDialogsForIslands();
});
