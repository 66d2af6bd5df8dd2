const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FIRST_RETRY_MS = SECOND;
const LONGEST_RETRY_MS = 5 * MINUTE;

/**
 * How long after a request whose outcome nobody knows its records are searched for at the earliest: it may still be on
 * its way through the network or through the provider, and what lands after the search would be created twice. The
 * provider names no such time; its answers take well under a second.
 */
export const LANDING_MS = 5 * SECOND;

const FIRST_SLOW_MS = 15 * MINUTE;
const LONGEST_SLOW_MS = 6 * HOUR;

/**
 * How long to wait after a transient failure: doubles with each attempt up to 5 minutes, the upper half of it
 * left to chance so that leads that failed together do not come back together.
 * @param attempts made so far, at least 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  return spread(Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS), random);
}

/**
 * How long to wait after every strategy was rejected: as long as it has lasted already, so that the wait doubles,
 * from 15 minutes to 6 hours.
 * @param refusedForMs since the lead was first rejected by all
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function slowDelay(refusedForMs: number, random: number): number {
  return spread(Math.min(Math.max(refusedForMs, FIRST_SLOW_MS), LONGEST_SLOW_MS), random);
}

function spread(ms: number, random: number): number {
  return Math.round(ms / 2 + (ms / 2) * random);
}
