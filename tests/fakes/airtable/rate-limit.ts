import type { Instant } from '#domain/instant.ts';

const REQUESTS = 5;
const WINDOW_MS = 1_000;

/**
 * Allows five requests a second; one more begins a penalty, during which none is allowed
 * (https://airtable.com/developers/web/api/rate-limits).
 * @returns a function that says whether a request is allowed now; its `close` begins a penalty
 */
export function rateLimit(now: () => Instant, penaltyMs = 30_000): { (): boolean; close(): void } {
  let recent: number[] = [];
  let closedUntil = 0;
  const close = () => {
    closedUntil = now() + penaltyMs;
  };
  const letThrough = () => {
    const at = now();
    if (at < closedUntil) return false;
    recent = recent.filter((earlier) => at - earlier < WINDOW_MS);
    recent.push(at);
    if (recent.length <= REQUESTS) return true;
    close();
    return false;
  };
  return Object.assign(letThrough, { close });
}
