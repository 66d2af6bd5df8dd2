const REQUESTS = 5;
const WINDOW_MS = 1_000;

/**
 * Five requests a second, then nothing for the penalty
 * (https://airtable.com/developers/web/api/rate-limits).
 * @returns whether a request made now is let through; `close` begins a penalty
 */
export function rateLimit(now: () => number, penaltyMs = 30_000): { (): boolean; close(): void } {
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
