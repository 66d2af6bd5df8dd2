import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';

export const HOUR_MS = 60 * 60_000;

/** What an hour is to the owner; `soon`: too near for a visitor to book. */
export type HourState = 'booked' | 'blocked' | 'calendar' | 'free' | 'soon';

export interface Hour {
  readonly begins: Instant;
  readonly state: HourState;
  /** Those that begin in it. */
  readonly calls: readonly StoredBooking[];
}

/** What takes the hours of a day. */
export interface Taking {
  /** Every start to come within the office's hours. */
  readonly starts: readonly Instant[];
  /** Those of them that can be booked. */
  readonly free: readonly Instant[];
  readonly blocked: readonly Interval[];
  readonly inCalendar: readonly Interval[];
  readonly calls: readonly StoredBooking[];
}

/** The hours of a day that say something, the first one first. */
export function hoursOf({ starts, free, blocked, inCalendar, calls }: Taking): Hour[] {
  const hourOf = (at: Instant) => at - (at % HOUR_MS);
  const begins = [...starts, ...calls.map(({ start }) => start), ...blocked.map(({ start }) => start)];
  return [...new Set(begins.map(hourOf))]
    .toSorted((a, b) => a - b)
    .map((hour) => {
      const touches = ({ start, end }: Interval) => start < hour + HOUR_MS && end > hour;
      const within = calls.filter(({ start }) => hourOf(start) === hour);
      const states: readonly (readonly [HourState, boolean])[] = [
        ['booked', within.length > 0],
        ['blocked', blocked.some(touches)],
        ['free', free.some((start) => hourOf(start) === hour)],
        ['calendar', inCalendar.some(touches)],
        // A call of the hour before covers its buffer too.
        ['booked', calls.some(touches)],
      ];
      const state = states.find(([, is]) => is)?.[0] ?? 'soon';
      return { begins: hour, state, calls: within };
    });
}
