import { withPrefill } from './booking.ts';
import { sayBookingWaits } from './booking-wait.ts';
import { openDialogsByAddress, openDialogsForIslands } from './dialogs.ts';
import { loadIslandsWhenUsed } from './islands.ts';
import { onceTouched } from './later.ts';
import { readPrefill } from './prefill.ts';

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
if (link) link.href = withPrefill(link.href, { ...readPrefill(location.search) });

onceTouched(() => {
  loadIslandsWhenUsed();
  sayBookingWaits();
  openDialogsByAddress();
  openDialogsForIslands();
});
