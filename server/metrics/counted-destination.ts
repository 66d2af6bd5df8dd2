import type { Destination } from '../destinations/destination.ts';
import type { Counts } from './counts.ts';

/** The same destination, whose attempts are counted. */
export function countedDestination(destination: Destination, counts: Counts): Destination {
  return {
    ...destination,
    async deliver(...sent) {
      const outcomes = await destination.deliver(...sent);
      for (const { kind } of outcomes.values()) counts.attempted(kind);
      return outcomes;
    },
    async find(...sought) {
      const looked = await destination.find(...sought);
      for (const { kind } of looked.values()) if (kind !== 'searched') counts.attempted(kind);
      return looked;
    },
  };
}
