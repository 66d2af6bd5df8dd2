import type { Interval } from '#domain/availability.ts';

/** The owner's own calendar, where one is set. */
export interface BusyTimes {
  /**
   * What stands in it between two instants; undefined when it cannot be read and no call is to be offered meanwhile.
   * @param fresh read again, unless that takes too long
   */
  between(from: number, to: number, fresh: boolean): Promise<readonly Interval[] | undefined>;
}
