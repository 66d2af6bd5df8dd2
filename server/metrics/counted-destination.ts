import type { Destination } from '../destinations/destination.ts';
import type { Metrics } from './metrics.ts';

/** The same destination, whose attempts are counted. */
export function countedDestination(destination: Destination, metrics: Metrics): Destination {
  return {
    ...destination,
    async deliver(...sent) {
      const outcomes = await destination.deliver(...sent);
      for (const { kind } of outcomes.values()) metrics.attempted(kind);
      return outcomes;
    },
    async find(...sought) {
      const looked = await destination.find(...sought);
      for (const { kind } of looked.values()) if (kind !== 'searched') metrics.attempted(kind);
      return looked;
    },
  };
}
