import { booking } from '#content/booking.ts';
import { introduction } from '#content/pages/introduction.ts';
import { bookingPageUrl } from './booking.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { readPrefill } from './prefill.ts';

const prefill = readPrefill(location.search);

const greeting = document.querySelector('[data-greeting]');
if (greeting && prefill.name) greeting.textContent = introduction.greeting(prefill.name);

// The plain link carries the prefill too, so that it serves when the island's code does not come.
const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
if (link) link.href = bookingPageUrl(booking, prefill);

openDialogsByAddress();
playFilmsOnClick();
