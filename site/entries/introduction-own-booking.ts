import { hydrateIslands } from '../browser/islands.ts';
import { oncePainted, onceTouched, onceTouchedOr } from '../browser/later.ts';
import { PATIENCE_MS } from '../browser/patience.ts';
import { readPrefill } from '../lead/prefill.ts';
import { all, BOOKING_LINK, LATE } from '../markup.ts';

/** The form's times come with its code. Where that stays away, there is the page that books without scripts. */
const offerLink = (isLate: boolean) => {
  for (const link of all(BOOKING_LINK)) link.parentElement?.toggleAttribute(LATE, isLate);
};

const hydrate = () => {
  const waiting = setTimeout(offerLink, PATIENCE_MS, true);
  hydrateIslands({
    OwnBooking: {
      load: () => import('../islands/own-booking/OwnBooking.island.tsx'),
      say(news) {
        if (news !== 'alive') return;
        clearTimeout(waiting);
        offerLink(false);
      },
    },
  });
};

// Whoever comes out of the form has given a sign there, and waits for the free times.
if (readPrefill(location.search).name) onceTouchedOr(oncePainted, hydrate);
else onceTouched(hydrate);
