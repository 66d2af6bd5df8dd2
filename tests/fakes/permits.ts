import type { Instant } from '#domain/instant.ts';
import type { Permits } from '#server/destinations/permits.ts';

/** The provider's five permits in memory, for one server. */
export function permitsOfOne(now: () => Instant): Permits {
  const freeAt = Array<number>(5).fill(0);
  return {
    async take(holdMs) {
      const place = freeAt.findIndex((at) => at <= now());
      if (place < 0) return Math.min(...freeAt) - now();
      const free_at = now() + holdMs;
      freeAt[place] = free_at;
      return { place, free_at };
    },
    async giveBack({ place, free_at }, afterMs) {
      if (freeAt[place] === free_at) freeAt[place] = now() + afterMs;
    },
  };
}
