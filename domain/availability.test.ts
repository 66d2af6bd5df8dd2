import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Availability, type FreeQuestion, freeStarts, officeDay, startOfDay } from './availability.ts';
import { dayNumber, type Weekday, weekdayOf } from './calendar.ts';
import { isHoliday } from './holidays.ts';
import { localMoment, minutesOf, type Stretch } from './opening-hours.ts';
import { zoneClock } from './zone-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ZONE = 'Europe/Zurich';

const clock = zoneClock(ZONE, new Date('2026-10-01T00:00Z'), new Date('2028-01-01T00:00Z'));
const EVERY_DAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

const office: Availability = {
  timeZone: ZONE,
  hours: [{ days: [1, 2, 3, 4, 5], opens: '09:00', closes: '12:00' }],
  exceptions: [],
  minutes: 15,
  everyMinutes: 30,
  bufferMinutes: 15,
  noticeHours: 4,
  horizonDays: 21,
};

/** The free times of some local days of the office, in UTC. */
function free(
  from: string,
  to: string,
  given: Partial<FreeQuestion> = {},
  changed: Partial<Availability> = {},
) {
  const question = { now: Date.parse(from) - DAY, from: Date.parse(from), to: Date.parse(to) };
  const availability = { ...office, ...changed };
  return freeStarts({ availability, clock, booked: [], busy: [], ...question, ...given }).map((start) =>
    new Date(start).toISOString().slice(0, 16),
  );
}

const stretch = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to) });

it('offers the grid of the hours, the last call ending with them', () => {
  expect(free('2026-11-24T00:00Z', '2026-11-25T00:00Z')).toEqual([
    '2026-11-24T08:00',
    '2026-11-24T08:30',
    '2026-11-24T09:00',
    '2026-11-24T09:30',
    '2026-11-24T10:00',
    '2026-11-24T10:30',
  ]);
});

it('offers nothing on weekends and on holidays of the canton', () => {
  expect(free('2026-11-28T00:00Z', '2026-11-30T00:00Z')).toEqual([]);
  // Good Friday and Easter Monday.
  expect(free('2027-03-26T00:00Z', '2027-03-30T00:00Z')).toEqual([]);
});

it('offers nothing on a day off, and on a shorter day what ends within it', () => {
  const other = (hours: Stretch | undefined) =>
    free(
      '2026-12-24T00:00Z',
      '2026-12-25T00:00Z',
      {},
      { exceptions: [{ date: dayNumber(2026, 12, 24), hours }] },
    );
  expect(other(undefined)).toEqual([]);
  expect(other({ opens: '10:00', closes: '11:00' })).toEqual(['2026-12-24T09:00', '2026-12-24T09:30']);
});

it('keeps the notice to the minute, and the horizon to the day', () => {
  const day = ['2026-11-24T00:00Z', '2026-11-25T00:00Z'] as const;
  expect(free(...day, { now: Date.parse('2026-11-24T05:00Z') })[0]).toBe('2026-11-24T09:00');
  expect(free(...day, { now: Date.parse('2026-11-24T05:00Z') + 1 })[0]).toBe('2026-11-24T09:30');
  const now = Date.parse('2026-11-16T23:30Z');
  expect(free(...day, { now }, { horizonDays: 7 })).toHaveLength(6);
  expect(free(...day, { now }, { horizonDays: 6 })).toEqual([]);
});

it('leaves the buffer that a booking kept, and one around what the calendar says', () => {
  const day = ['2026-11-24T00:00Z', '2026-11-25T00:00Z'] as const;
  const booked = [stretch('2026-11-24T09:00Z', '2026-11-24T09:30Z')];
  expect(free(...day, { booked })).not.toContain('2026-11-24T09:00');
  expect(free(...day, { booked })).toEqual(expect.arrayContaining(['2026-11-24T08:30', '2026-11-24T09:30']));
  const busy = [stretch('2026-11-24T09:00Z', '2026-11-24T09:20Z')];
  expect(free(...day, { busy })).not.toContain('2026-11-24T09:30');
  expect(free(...day, { busy })).toEqual(expect.arrayContaining(['2026-11-24T08:30', '2026-11-24T10:00']));
});

describe('when the clocks change', () => {
  const night = { hours: [{ days: EVERY_DAY, opens: '01:00', closes: '04:00' }], everyMinutes: 60 };

  it('skips the hour that 28 March 2027 does not have', () => {
    expect(free('2027-03-28T00:00Z', '2027-03-28T12:00Z', {}, night)).toEqual([
      '2027-03-28T00:00',
      '2027-03-28T01:00',
    ]);
  });

  it('has the hour that 31 October 2027 repeats twice', () => {
    expect(free('2027-10-30T22:00Z', '2027-10-31T12:00Z', {}, night)).toEqual([
      '2027-10-30T23:00',
      '2027-10-31T00:00',
      '2027-10-31T01:00',
      '2027-10-31T02:00',
    ]);
  });

  it('keeps the hours of the wall: 9 o’clock is an hour earlier in summer', () => {
    expect(free('2027-03-25T00:00Z', '2027-03-26T00:00Z')[0]).toBe('2027-03-25T08:00');
    expect(free('2027-03-30T00:00Z', '2027-03-31T00:00Z')[0]).toBe('2027-03-30T07:00');
  });
});

it('goes on past midnight where the hours do, and counts the night to the day on which it opened', () => {
  const late = { hours: [{ days: [5] as const, opens: '23:00', closes: '01:00' }] };
  expect(free('2026-11-27T00:00Z', '2026-11-29T00:00Z', {}, late)).toEqual([
    '2026-11-27T22:00',
    '2026-11-27T22:30',
    '2026-11-27T23:00',
    '2026-11-27T23:30',
  ]);
});

it.each(['2027-03-28', '2027-10-31', '2026-11-24'])('knows where %s begins and ends at the office', (day) => {
  const date = Date.parse(day) / DAY;
  const [start, end] = [startOfDay(date, clock), startOfDay(date + 1, clock)];
  expect(localMoment(new Date(start), ZONE)).toEqual({ date, minutes: 0 });
  expect(localMoment(new Date(end), ZONE)).toEqual({ date: date + 1, minutes: 0 });
  expect([officeDay(start, clock), officeDay(end - 1, clock), officeDay(end, clock)]).toEqual([
    date,
    date,
    date + 1,
  ]);
});

describe('whatever the hours and whatever is taken', () => {
  const steps = (min: number, max: number) => fc.integer({ min, max }).map((step) => step * 5);
  const around = fc.constantFrom('2027-03-27', '2027-10-30', '2026-12-30', '2027-05-14');
  const wall = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 12 }), fc.subarray([...EVERY_DAY]))
    .map(([opens, length, days]) => ({
      days,
      opens: wall(opens * 60),
      closes: wall(Math.min(opens * 60 + length * 30, 23 * 60 + 30)),
    }))
    .filter(({ opens, closes }) => minutesOf(closes) > minutesOf(opens));
  const intervals = (day: string) =>
    fc.array(
      fc.tuple(fc.integer({ min: -100, max: 900 }), fc.integer({ min: 1, max: 100 })).map(([at, length]) => {
        const start = Date.parse(day) + at * 5 * MINUTE;
        return { start, end: start + length * MINUTE };
      }),
      { maxLength: 8 },
    );

  const wallClock = new Intl.DateTimeFormat('en-CA', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  /** The platform's own clock, made once: `localMoment` makes one each time. */
  const local = (instant: number) => {
    const [date = '', time = ''] = wallClock.format(instant).split(', ');
    return { date: Date.parse(date) / DAY, minutes: minutesOf(time) };
  };

  /** Asks of each five minutes, one by one, what the function works out: with the platform's own clock. */
  function byHand({ availability, booked, busy, now, from, to }: FreeQuestion): number[] {
    const { minutes, everyMinutes, bufferMinutes, noticeHours, horizonDays } = availability;
    const today = local(now).date;
    const all = Array.from({ length: (to - from) / 5 / MINUTE }, (_, index) => from + index * 5 * MINUTE);
    return all.filter((start) => {
      const { date, minutes: clockMinutes } = local(start);
      const end = start + minutes * MINUTE;
      const onGrid = availability.hours.some((one) => {
        const since = clockMinutes - minutesOf(one.opens);
        const fits = since >= 0 && clockMinutes + minutes <= minutesOf(one.closes);
        return one.days.includes(weekdayOf(date)) && fits && since % everyMinutes === 0;
      });
      const buffer = bufferMinutes * MINUTE;
      return (
        onGrid &&
        !isHoliday(date) &&
        start >= now + noticeHours * 60 * MINUTE &&
        date <= today + horizonDays &&
        booked.every((one) => end + buffer <= one.start || start >= one.end) &&
        busy.every((one) => end + buffer <= one.start || start >= one.end + buffer)
      );
    });
  }

  it('is what the platform’s clock says of each five minutes', () => {
    const questions = around.chain((day) =>
      fc.record({
        availability: fc.record({
          timeZone: fc.constant(ZONE),
          hours: fc.array(hours, { minLength: 1, maxLength: 3 }),
          exceptions: fc.constant([]),
          minutes: steps(1, 12),
          everyMinutes: steps(1, 12),
          bufferMinutes: steps(0, 6),
          noticeHours: fc.integer({ min: 0, max: 30 }),
          horizonDays: fc.integer({ min: 0, max: 4 }),
        }),
        clock: fc.constant(clock),
        booked: intervals(day),
        busy: intervals(day),
        now: fc.integer({ min: -1000, max: 1000 }).map((minute) => Date.parse(day) + minute * MINUTE),
        from: fc.constant(Date.parse(day)),
        to: fc.constant(Date.parse(day) + 2 * DAY),
      }),
    );
    fc.assert(
      fc.property(questions, (question) => {
        expect(freeStarts(question)).toEqual(byHand(question));
      }),
      { numRuns: 60 },
    );
  });
});

it('knows what day it is at the office while it is another in London', () => {
  expect(officeDay(Date.parse('2026-11-24T23:30Z'), clock)).toBe(dayNumber(2026, 11, 25));
});
