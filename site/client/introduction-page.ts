import { withPrefill } from './booking.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { loadIslandsWhenUsed } from './islands.ts';
import { onceTouched } from './later.ts';
import { readPrefill } from './prefill.ts';

const prefill = readPrefill(location.search);

const greeting = document.querySelector<HTMLElement>('[data-greeting]');
if (greeting && prefill.name)
  greeting.textContent = (greeting.dataset.greeting ?? '').replace('%', () => prefill.name ?? '');

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
if (link) link.href = withPrefill(link.href, prefill);

onceTouched(() => {
  loadIslandsWhenUsed();
  openDialogsByAddress();
  playFilmsOnClick();
});
