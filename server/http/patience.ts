/**
 * After this time, in milliseconds, a visitor is told to try again, as a store that is stuck may keep nobody waiting.
 * Fastify's own handler time-out is not used: it creates and aborts a signal for every request, which costs a tenth of
 * the time that storing a lead takes.
 */
export const STORE_TIMEOUT_MS = 20_000;
export const RETRY_STORE_SECONDS = 30;
