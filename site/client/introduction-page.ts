import './sender-in-page.ts';
import { withPrefill } from './booking.ts';
import { sayBookingWaits } from './booking-wait.ts';
import { openDialogsByAddress, openDialogsForIslands } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { loadIslandsWhenUsed } from './islands.ts';
import { lastLeadNews, onLeadNews } from './last-lead.ts';
import { onceTouched } from './later.ts';
import { readPrefill } from './prefill.ts';

const prefill = readPrefill(location.search);

/** Greets by the name that was typed in this tab, whatever the address says, and tells what became of the lead. */
function greet(): void {
  const greeting = document.querySelector<HTMLElement>('[data-greeting]');
  const news = lastLeadNews();
  if (!greeting || !news || news.name !== prefill.name) return;
  const words = (greeting.dataset[news.state] ?? '').replace('%', () => news.name);
  // Readers announce a text that is written again, even the same.
  if (greeting.textContent !== words) greeting.textContent = words;
  document.querySelector('[data-lead-again]')?.toggleAttribute('hidden', news.state !== 'refused');
}
if (prefill.name) {
  greet();
  onLeadNews(greet);
}

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
if (link) link.href = withPrefill(link.href, prefill);

onceTouched(() => {
  loadIslandsWhenUsed();
  sayBookingWaits();
  openDialogsByAddress();
  openDialogsForIslands();
  playFilmsOnClick();
});
