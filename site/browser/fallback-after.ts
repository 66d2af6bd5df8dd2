/** Code or an answer that has not come by then is waited for no longer: the page offers another way. */
export const FALLBACK_AFTER_MS = 4_000;
