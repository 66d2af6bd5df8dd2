import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';

/** When the owner is busy according to their own calendar. */
export interface BusyTimes {
  /**
   * The busy intervals between two instants; undefined when the calendar cannot be read and no call may be offered.
   * @param fresh whether to read the calendar again first, unless that takes too long
   */
  between(from: Instant, to: Instant, fresh: boolean): Promise<readonly Interval[] | undefined>;
}
