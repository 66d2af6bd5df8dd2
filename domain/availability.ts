import { type Weekday, weekdayOf } from './calendar.ts';
import { isHoliday } from './holidays.ts';
import type { Instant } from './instant.ts';
import { type ExceptionalDay, minutesOf, type OpeningHours } from './opening-hours.ts';
import type { ZoneClock } from './zone-clock.ts';

/** When calls can be booked. Every number of minutes is a multiple of `CELL_MINUTES`. */
export interface Availability {
  /** IANA time zone of the office, in which the hours are meant. */
  readonly timeZone: string;
  /** Opening hours that close at or before their opening close on the next day. */
  readonly hours: readonly OpeningHours[];
  /** Days on which the office is closed, or calls have to lie within other hours as well. */
  readonly exceptions: readonly ExceptionalDay[];
  /** How long a call is. */
  readonly minutes: number;
  /** From the opening on, a call may begin each time that many minutes have passed. */
  readonly everyMinutes: number;
  /** Kept free after each call, and around every other entry of the owner's calendar. */
  readonly bufferMinutes: number;
  /** Between booking and call, at least. */
  readonly noticeHours: number;
  /** The last day that can be booked, in days from today. */
  readonly horizonDays: number;
}

/** A half-open interval of time: the end is not part of it. */
export interface Interval {
  readonly start: Instant;
  readonly end: number;
}

/** What decides whether a call can begin at an instant. */
export interface FreeQuestion {
  readonly availability: Availability;
  /** The office's clock; it has to reach from a day before `from` to a day after `to`. */
  readonly clock: ZoneClock;
  /** Booked calls, each with the buffer that was kept for it. */
  readonly booked: readonly Interval[];
  /** The entries of the owner's calendar, without a buffer. */
  readonly busy: readonly Interval[];
  readonly now: Instant;
  /** The first instant at which a call may begin. */
  readonly from: number;
  /** Calls begin before this instant. */
  readonly to: number;
}

/** The unit in which the calendar is reserved: calls and buffers cover whole cells. */
export const CELL_MINUTES = 5;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/**
 * When a call can begin, in ascending order: within the hours of a day that is no holiday, on the grid, with notice,
 * within the horizon, and free of everything else. The list that a visitor sees and the acceptance of what was chosen
 * both come from here, so that they cannot disagree. An hour that the clocks skip does not exist; in one that they
 * repeat, each of its two instants counts.
 */
export function freeStarts(question: FreeQuestion): number[] {
  const { availability, now, from, to } = question;
  const length = availability.minutes * MINUTE_MS;
  const buffer = availability.bufferMinutes * MINUTE_MS;
  const taken = [
    ...question.booked,
    ...question.busy.map(({ start, end }) => ({ start, end: end + buffer })),
  ].filter(({ start, end }) => start < to + length + buffer && end > from);
  const earliest = now + availability.noticeHours * 60 * MINUTE_MS;
  return startsWithinHours(question).filter(
    (start) =>
      start >= earliest && !taken.some((one) => start < one.end && start + length + buffer > one.start),
  );
}

/** How many calls can begin on one day at most: the room that a day's times take on a page. */
export function mostStartsADay(availability: Availability): number {
  const weekdays = new Set(availability.hours.flatMap(({ days }) => days));
  return Math.max(0, ...[...weekdays].map((weekday) => startsOnWeekday(availability, weekday).length));
}

/** The calendar day (calendar.ts) on which an instant falls at the office; undefined beyond the clock's table. */
export function officeDay(instant: number, clock: ZoneClock): number | undefined {
  const period = periodsOf(clock).find(({ start, end }) => instant >= start && instant < end);
  return period && dayIn(instant, period);
}

/** The instant at which a calendar day begins at the office. */
export function startOfDay(date: number, clock: ZoneClock): number {
  const begins = (period: Period) => Math.max(date * DAY_MS - period.offset, period.start);
  const period = periodsOf(clock).find((one) => begins(one) < one.end);
  return period === undefined ? date * DAY_MS : begins(period);
}

function startsWithinHours({ availability, clock, now, from, to }: FreeQuestion): number[] {
  const periods = periodsOf(clock);
  const today = officeDay(now, clock);
  if (today === undefined) return [];
  const lastDay = Math.min(Math.floor(to / DAY_MS) + 1, today + availability.horizonDays);
  const starts = new Set<number>();
  for (let date = Math.floor(from / DAY_MS) - 2; date <= lastDay; date += 1) {
    for (const minutes of minutesOfStarts(availability, date)) {
      for (const period of periods) {
        const start = date * DAY_MS + minutes * MINUTE_MS - period.offset;
        const exists = start >= period.start && start < period.end;
        const within = start >= from && start < to;
        if (exists && within && dayIn(start, period) <= today + availability.horizonDays) starts.add(start);
      }
    }
  }
  return [...starts].sort((a, b) => a - b);
}

/** The starts on the grid of one day, in minutes of local time since its midnight; 1440 and more is the next day. */
function minutesOfStarts(availability: Availability, date: number): number[] {
  const other = availability.exceptions.find((one) => one.date === date);
  if (other === undefined ? isHoliday(date) : other.hours === undefined) return [];
  const starts = startsOnWeekday(availability, weekdayOf(date));
  if (other?.hours === undefined) return starts;
  const [opens, closes] = [minutesOf(other.hours.opens), minutesOf(other.hours.closes)];
  return starts.filter((start) => start >= opens && start + availability.minutes <= closes);
}

function startsOnWeekday({ hours, minutes, everyMinutes }: Availability, weekday: Weekday): number[] {
  return hours
    .filter(({ days }) => days.includes(weekday))
    .flatMap(({ opens, closes }) => {
      const [first, end] = [minutesOf(opens), minutesOf(closes)];
      const last = (end <= first ? end + DAY_MINUTES : end) - minutes;
      const count = Math.max(0, Math.floor((last - first) / everyMinutes) + 1);
      return Array.from({ length: count }, (_, index) => first + index * everyMinutes);
    });
}

/** An interval in which the zone's offset stays the same. */
interface Period extends Interval {
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: number;
}

function periodsOf(clock: ZoneClock): Period[] {
  const periods: Period[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (let index = 0; index + 1 < clock.length; index += 2) {
    const end = (clock[index + 1] ?? 0) * 1000;
    periods.push({ start, end, offset: (clock[index] ?? 0) * MINUTE_MS });
    start = end;
  }
  return periods;
}

function dayIn(instant: number, { offset }: Period): number {
  return Math.floor((instant + offset) / DAY_MS);
}
