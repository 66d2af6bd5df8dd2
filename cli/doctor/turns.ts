import type { Config } from '#server/config/config.ts';
import { createPacer } from '#server/destinations/airtable/pacer.ts';
import { sharedPace } from '#server/store/provider-rate/pace.ts';
import { sharedPermits } from '#server/store/provider-rate/permits.ts';
import { systemClock } from '#server/system/clock.ts';
import { openStore } from '../leads/open.ts';

/** How long one request may take. */
export const TIMEOUT_MS = 10_000;
/** Five requests a second, and a little less. */
const SPACING_MS = 220;

/** Lets one request to the provider leave when it is its turn; resolves with undefined while the provider wants a pause. */
export type Turns = <T>(send: () => Promise<T>) => Promise<T | undefined>;

/**
 * Works in turns with the servers that deliver meanwhile, so that nobody exceeds the provider's pace. Without a
 * database to agree through, before the first start for instance, there is none that delivers.
 */
export async function inTurns<T>(config: Config, work: (turns: Turns) => Promise<T>): Promise<T> {
  const store = await openStore(config).catch(() => undefined);
  if (store === undefined) return work(byOneself);
  const { now } = systemClock;
  const pacer = createPacer({
    clock: systemClock,
    pace: sharedPace(store.db, 'airtable', now),
    permits: sharedPermits(store.db, 'airtable', now),
    timeoutMs: TIMEOUT_MS,
  });
  try {
    return await work(async (send) => {
      const giveBack = await pacer.acquire(undefined, AbortSignal.timeout(TIMEOUT_MS));
      if (giveBack === undefined) return undefined;
      return await send().finally(() => giveBack().catch(() => {}));
    });
  } finally {
    await store.close();
  }
}

const byOneself: Turns = async (send) => {
  await systemClock.wait(SPACING_MS);
  return send();
};

export const PAUSED =
  'Airtable a demandé une pause, ou d’autres envois occupent toutes les places. Les contacts attendent dans la base et partiront. ' +
  'Relancez npm run doctor dans une minute.';
