import { vi } from 'vitest';

/** Long enough for a busy machine; a check that holds passes at once. */
export const PATIENCE_MS = 30_000;

/** Resolves once `check` no longer throws, with what it returned; after `timeout` ms rejects with its last error. */
export function eventually<T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 50 });
}
