import { setTimeout as after } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/**
 * Resolves as soon as the condition holds, with the milliseconds that took.
 * Rejects after `withinMs`, saying what never came.
 */
export async function until(
  what: string,
  withinMs: number,
  condition: () => unknown | Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - started;
    if (performance.now() - started > withinMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await after(LOOK_EVERY_MS);
  }
}
