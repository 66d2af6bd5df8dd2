import { hydrateIslands } from '../browser/islands.ts';
import { FALLBACK_AFTER_MS, onFirstInteraction, onFirstInteractionOr, whenIdle } from '../browser/later.ts';
import { loadIntl } from '../browser/load-intl.ts';
import { lastLead } from '../lead/last-lead.ts';
import { readPrefill } from '../lead/prefill.ts';
import { all, BOOKING_LINK, LATE, need, TIMES_AHEAD } from '../markup.ts';

/** The form's times come with its code. Where that stays away, there is the page that books without scripts. */
const offerLink = (isLate: boolean) => {
  for (const link of all(BOOKING_LINK)) link.parentElement?.toggleAttribute(LATE, isLate);
};

const hydrate = () => {
  const late = setTimeout(offerLink, FALLBACK_AFTER_MS, true);
  hydrateIslands({
    OwnBooking: {
      load: async () => {
        // The island needs `Intl` at once: it writes the free times in the visitor's time zone and in the office's.
        const [island] = await Promise.all([
          import('../islands/own-booking/OwnBooking.island.tsx'),
          loadIntl(),
        ]);
        return island;
      },
      plain: () => offerLink(true),
      show(state) {
        if (state !== 'hydrated') return;
        clearTimeout(late);
        offerLink(false);
      },
    },
  });
};

// Whoever comes out of the form, or back from their report, has interacted there, and waits for the free times; so does
// whoever got the page without its first ones, because the server could not have them in time.
const isWithTimes = need(TIMES_AHEAD)?.hasChildNodes();
if (readPrefill(location.search).name || lastLead() || !isWithTimes) onFirstInteractionOr(whenIdle, hydrate);
else onFirstInteraction(hydrate);
