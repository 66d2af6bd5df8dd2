import type { Instant } from '#domain/instant.ts';
import type { Pace } from '#server/destinations/pace.ts';

/** The provider's pace in memory, for one server. */
export function paceOfOne(now: () => Instant): Pace {
  let nextAt = 0;
  return {
    async reserve(spacingMs, horizonMs) {
      const at = Math.max(nextAt, now());
      const taken = at - now() <= horizonMs;
      if (taken) nextAt = at + spacingMs;
      return { taken, at };
    },
    async push(ms) {
      nextAt = Math.max(nextAt, now() + ms);
    },
    ahead: async () => nextAt - now(),
  };
}
