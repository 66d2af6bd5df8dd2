import { type Availability, freeStarts, type Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import { type ZoneClock, zoneClock } from '#domain/zone-clock.ts';
import type { BusyTimes, CalendarSeen } from './calendar/owner-calendar.ts';
import type { CallTime } from './store/booking.ts';
import type { BookingStore } from './store/booking-store.ts';

export interface FreeTimes {
  /** When calls can begin, from one instant to before another; cached for a second. */
  list(from: Instant, to: Instant): Promise<readonly number[]>;
  /** Whether a call can begin then, read afresh. @param except id of the booking that would move there */
  isFree(start: Instant, except?: string): Promise<boolean>;
  /** The owner's side: every start to come within the office's hours, whatever takes it, and the calendar's entries. */
  hours(from: Instant, to: Instant): Promise<OfficeHours>;
  /** The first times that are free from an instant on, as of now. */
  next(from: Instant, count: number, except?: string): Promise<readonly number[]>;
  /** From when to when a call that begins then occupies the calendar. */
  timeOf(start: Instant): CallTime;
  /** The office's clock, from some days ago to beyond the last day that can be booked. */
  clock(): ZoneClock;
  /** Empties the cache after a booking was made, moved or cancelled. */
  forget(): void;
}

export interface OfficeHours {
  readonly starts: readonly number[];
  /** undefined: the calendar cannot be read. */
  readonly inCalendar: readonly Interval[] | undefined;
  /** The calendar itself; undefined: none is set. */
  readonly calendar?: CalendarSeen | undefined;
}

export interface FreeTimesDeps {
  readonly availability: Availability;
  readonly store: Pick<BookingStore, 'taken'>;
  readonly busy: BusyTimes;
  readonly now: () => Instant;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a list is cached, and so how late it may show another server's bookings; a booking itself reads afresh. */
const LIST_FOR_MS = 1_000;
const MOST_LISTS = 200;
/** Days before today and after the horizon that the table of clock changes covers, so that every list fits. */
const CLOCK_DAYS = { before: 3, after: 40 };

/** When calls can be booked, by the office hours, the bookings and the owner's calendar. */
export function freeTimes({ availability, store, busy, now }: FreeTimesDeps): FreeTimes {
  const length = availability.minutes * MINUTE_MS;
  const buffer = availability.bufferMinutes * MINUTE_MS;
  const lists = new Map<string, { readonly since: Instant; readonly starts: Promise<readonly number[]> }>();
  let made: { readonly day: number; readonly clock: ZoneClock } | undefined;

  const clock = () => {
    const day = Math.floor(now() / DAY_MS);
    if (made?.day !== day) {
      const from = new Date((day - CLOCK_DAYS.before) * DAY_MS);
      const to = new Date((day + availability.horizonDays + CLOCK_DAYS.after) * DAY_MS);
      made = { day, clock: zoneClock(availability.timeZone, from, to) };
    }
    return made.clock;
  };

  async function read(from: Instant, to: Instant, fresh: boolean, except?: string): Promise<number[]> {
    if (to <= from) return [];
    const [reachFrom, reachTo] = [from - buffer, to + length + buffer];
    const [taken, inCalendar] = await Promise.all([
      store.taken(reachFrom, reachTo),
      busy.between(reachFrom, reachTo, fresh),
    ]);
    if (inCalendar === undefined) return [];
    const booked = taken.filter(({ bookingId }) => bookingId !== except);
    return freeStarts({ availability, clock: clock(), booked, busy: inCalendar, now: now(), from, to });
  }

  /** Limits a range to the time between now and the horizon, outside of which nothing is free. */
  const clamp = (from: Instant, to: Instant) =>
    [Math.max(from, now()), Math.min(to, now() + (availability.horizonDays + 1) * DAY_MS)] as const;

  return {
    clock,
    timeOf: (start) => ({ start, end: start + length, coversUntil: start + length + buffer }),
    forget: () => lists.clear(),

    list(from, to) {
      const key = `${from} ${to}`;
      const known = lists.get(key);
      if (known !== undefined && now() - known.since < LIST_FOR_MS) return known.starts;
      if (lists.size >= MOST_LISTS) lists.clear();
      const starts = read(...clamp(from, to), false);
      const entry = { since: now(), starts };
      lists.set(key, entry);
      starts.catch(() => {
        if (lists.get(key) === entry) lists.delete(key);
      });
      return starts;
    },

    async hours(from, to) {
      const [first, end] = clamp(from, to);
      const any = { availability: { ...availability, noticeHours: 0 }, clock: clock(), booked: [], busy: [] };
      return {
        starts: end > first ? freeStarts({ ...any, now: now(), from: first, to: end }) : [],
        inCalendar: await busy.between(from, to, false),
        calendar: await busy.seen?.(from, to),
      };
    },

    isFree: async (start, except) => (await read(...clamp(start, start + 1), true, except)).includes(start),

    async next(from, count, except) {
      const starts = await read(...clamp(from, Number.POSITIVE_INFINITY), true, except);
      // Nothing is free after the wanted time: offer what is free before it.
      const chosen = starts.length > 0 ? starts : await read(...clamp(0, from), true, except);
      return chosen.slice(0, count);
    },
  };
}
