import { setTimeout as after } from 'node:timers/promises';

const LOOK_MS = 100;

/** Looks until it is so; throws when it is not within `ms`. An error counts as “not yet”, and is what is thrown in the end. */
export async function until(isSo: () => unknown | Promise<unknown>, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  for (;;) {
    let failure: unknown = new Error(`Not within ${ms / 1000} s: ${isSo}`);
    try {
      if (await isSo()) return;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > deadline) throw failure;
    await after(LOOK_MS);
  }
}
