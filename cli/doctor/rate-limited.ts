import type { Config } from '#server/config/config.ts';
import { sharedPace } from '#server/destinations/pace.ts';
import { createPacer } from '#server/destinations/pacer.ts';
import { sharedPermits } from '#server/destinations/permits.ts';
import { systemClock } from '#server/system/clock.ts';
import { openStore } from '../leads/operator-store.ts';

/** How long one request may take. */
export const TIMEOUT_MS = 10_000;
/** Between two requests: a little more than the provider's limit of five a second demands. */
const SPACING_MS = 220;

/** Sends one request when the shared rate limit allows it; undefined, unsent, while the provider demands a pause. */
export type RateLimited = <T>(send: () => Promise<T>) => Promise<T | undefined>;

/**
 * Runs `work` with requests that share the provider's rate limit with running servers, through the database. Without
 * a database, as before the first start, no server delivers and the command keeps to the limit alone.
 */
export async function withRateLimit<T>(
  config: Config,
  work: (limited: RateLimited) => Promise<T>,
): Promise<T> {
  const store = await openStore(config).catch(() => undefined);
  if (store === undefined) return work(alone);
  const { now } = systemClock;
  const pacer = createPacer({
    clock: systemClock,
    pace: sharedPace(store.db, 'airtable', now),
    permits: sharedPermits(store.db, 'airtable', now),
    timeoutMs: TIMEOUT_MS,
  });
  try {
    return await work(async (send) => {
      // A database that takes no writing has its own line: the provider is asked all the same, and not blamed for it.
      const giveBack = await pacer
        .acquire(undefined, AbortSignal.timeout(TIMEOUT_MS))
        .catch(() => async () => {});
      if (giveBack === undefined) return undefined;
      return await send().finally(() => giveBack().catch(() => {}));
    });
  } finally {
    await store.close();
  }
}

const alone: RateLimited = async (send) => {
  await systemClock.wait(SPACING_MS);
  return send();
};
