import { hydrateIslands } from '../browser/islands.ts';
import { onceTouched } from '../browser/later.ts';

onceTouched(() =>
  hydrateIslands({ OwnBooking: { load: () => import('../islands/own-booking/OwnBooking.island.tsx') } }),
);
