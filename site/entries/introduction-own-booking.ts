import { hydrateIslands } from '../browser/islands.ts';
import { oncePainted, onceTouched, onceTouchedOr } from '../browser/later.ts';
import { readPrefill } from '../lead/prefill.ts';

const hydrate = () =>
  hydrateIslands({ OwnBooking: { load: () => import('../islands/own-booking/OwnBooking.island.tsx') } });

// Whoever comes out of the form has given a sign there, and waits for the free times.
if (readPrefill(location.search).name) onceTouchedOr(oncePainted, hydrate);
else onceTouched(hydrate);
