import { vi } from 'vitest';

/** Long enough for a busy machine; a check that holds passes at once. */
const PATIENCE_MS = 15_000;

/** Resolves once `check` no longer throws, with what it returned; rejects with its last error. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
}
