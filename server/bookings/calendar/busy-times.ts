import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { WholeDay } from './busy-intervals.ts';

/** When the owner is busy according to their own calendar. */
export interface BusyTimes {
  /**
   * The busy intervals between two instants; undefined when the calendar cannot be read and no call may be offered.
   * @param fresh whether to read the calendar again first, unless that takes too long
   */
  between(from: Instant, to: Instant, fresh: boolean): Promise<readonly Interval[] | undefined>;
  /** The calendar from the owner's side, between two instants; absent where none is set. */
  seen?(from: Instant, to: Instant): Promise<CalendarSeen>;
}

/** What the owner sees of their own calendar. */
export interface CalendarSeen {
  /** What is wrong with it, and what to check. */
  readonly problem: string | undefined;
  /** The titles of the entries that were left out. */
  readonly odd: readonly string[];
  readonly wholeDays: readonly SeenDay[];
  /** The words that leave whole days free. */
  readonly free: readonly string[];
}

/** An entry of whole days. */
export interface SeenDay extends WholeDay {
  /** Of these words the one that leaves it free. */
  readonly freedBy: string | undefined;
}
