import { expect, it } from 'vitest';
import type { StoredBooking } from '../bookings/store/booking.ts';
import { HOUR_MS, hoursOf } from './week.ts';

const EIGHT = Date.parse('2026-11-24T07:00:00Z');
const at = (hours: number) => EIGHT + hours * HOUR_MS;
const quarters = (from: number, until: number) =>
  Array.from({ length: (until - from) * 4 }, (_, nth) => at(from) + (nth * HOUR_MS) / 4);

it('says of each hour what takes it, and leaves out those that say nothing', () => {
  const call = { id: 'a', start: at(1) + HOUR_MS / 2, end: at(1) + HOUR_MS } as StoredBooking;
  const early = { id: 'b', start: at(-2), end: at(-2) + 1 } as StoredBooking;
  const hours = hoursOf({
    starts: quarters(0, 6),
    free: quarters(4, 6),
    blocked: [{ start: at(2), end: at(3) }],
    inCalendar: [{ start: at(3) + 1, end: at(5) - 1 }],
    calls: [call, early],
  });
  expect(hours.map(({ begins, state, calls }) => [(begins - EIGHT) / HOUR_MS, state, calls.length])).toEqual([
    [-2, 'booked', 1],
    [0, 'soon', 0],
    [1, 'booked', 1],
    [2, 'blocked', 0],
    [3, 'calendar', 0],
    [4, 'free', 0],
    [5, 'free', 0],
  ]);
});
