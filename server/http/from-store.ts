import { within } from '../system/within.ts';

/** When to try again after the store has failed. */
export const RETRY_STORE_SECONDS = 30;

/**
 * Fastify's own handler time-out is not used: it creates and aborts a signal for every request, which costs a tenth of
 * the time that storing a lead takes.
 */
const STORE_TIMEOUT_MS = 20_000;

/** The store failed or did not answer in time; the cause is what it threw. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
}

/**
 * What a request waits for from the store: one that is stuck may keep no visitor waiting.
 * @throws StoreFailed
 */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await within(STORE_TIMEOUT_MS, work);
  } catch (error) {
    throw new StoreFailed('The store failed', { cause: error });
  }
}
