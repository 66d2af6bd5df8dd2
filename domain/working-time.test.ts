import { describe, expect, it } from 'vitest';
import { dayNumber } from './calendar.ts';
import { afterWorkingMinutes, endOfWorkingDay, nextMorning, type Office, weekOf } from './working-time.ts';

const office: Office = {
  hours: { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00' },
  timeZone: 'Europe/Zurich',
};
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

describe('working time', () => {
  it('ends earlier on a day with other hours, and passes over days off', () => {
    const { hours } = office;
    const exceptions = [
      { date: dayNumber(2026, 12, 24), hours: { opens: '09:00', closes: '16:00' } },
      { date: dayNumber(2026, 12, 28), hours: undefined },
    ];
    const festive = { ...office, hours: { ...hours, exceptions } };
    expect(iso(afterWorkingMinutes(festive, at('2026-12-24T14:30:00Z'), 60))).toBe(
      '2026-12-29T08:30:00.000Z',
    );
    expect(iso(endOfWorkingDay(festive, at('2026-12-24T10:00:00Z'), 0))).toBe('2026-12-24T15:00:00.000Z');
    expect(iso(endOfWorkingDay(festive, at('2026-12-24T10:00:00Z'), 1))).toBe('2026-12-29T17:00:00.000Z');
  });

  it.each([
    ['2026-11-24T09:00:00Z', 15, '2026-11-24T09:15:00.000Z', 'within a day'],
    ['2026-11-24T16:50:00Z', 15, '2026-11-25T08:05:00.000Z', 'over the evening'],
    ['2026-11-24T05:00:00Z', 0, '2026-11-24T08:00:00.000Z', 'before opening'],
    ['2026-11-27T16:00:00Z', 120, '2026-11-30T09:00:00.000Z', 'over a weekend'],
    ['2026-12-24T16:30:00Z', 60, '2026-12-28T08:30:00.000Z', 'over a holiday and a weekend'],
    ['2028-03-24T16:00:00Z', 120, '2028-03-27T08:00:00.000Z', 'into summer time'],
    ['2027-10-29T15:00:00Z', 120, '2027-11-01T09:00:00.000Z', 'out of summer time'],
  ])('%s and %i minutes are %s: %s', (from, minutes, until) => {
    expect(iso(afterWorkingMinutes(office, at(from), minutes))).toBe(until);
  });

  it('the next morning is that of a working day, always a later one', () => {
    expect(iso(nextMorning(office, at('2026-11-24T05:00:00Z')))).toBe('2026-11-25T08:00:00.000Z');
    expect(iso(nextMorning(office, at('2026-11-27T23:30:00Z')))).toBe('2026-11-30T08:00:00.000Z');
    expect(iso(nextMorning(office, at('2026-12-24T12:00:00Z')))).toBe('2026-12-28T08:00:00.000Z');
  });

  it('the end of a working day counts from the next one when the day is over', () => {
    expect(iso(endOfWorkingDay(office, at('2026-11-24T10:00:00Z'), 1))).toBe('2026-11-25T17:00:00.000Z');
    expect(iso(endOfWorkingDay(office, at('2026-11-24T17:00:00Z'), 1))).toBe('2026-11-26T17:00:00.000Z');
    expect(iso(endOfWorkingDay(office, at('2026-11-28T10:00:00Z'), 0))).toBe('2026-11-30T17:00:00.000Z');
    expect(iso(endOfWorkingDay(office, at('2028-03-24T10:00:00Z'), 1))).toBe('2028-03-27T16:00:00.000Z');
  });

  it('goes by the local day, and gives up on an office that never opens', () => {
    expect(iso(nextMorning(office, at('2026-11-24T23:30:00Z')))).toBe('2026-11-26T08:00:00.000Z');
    const never = { ...office, hours: { ...office.hours, days: [] } };
    expect(() => nextMorning(never, 0)).toThrow(RangeError);
    expect(() => afterWorkingMinutes(never, 0, 1)).toThrow(RangeError);
    expect(() => endOfWorkingDay(never, 0, 1)).toThrow(RangeError);
  });

  it('a week goes from Monday to Monday by the local clock, over a clock change too', () => {
    const { monday, from, to, after } = weekOf(office, at('2026-10-25T23:30:00Z'));
    expect([monday, iso(from), iso(to)]).toEqual([
      '2026-10-26',
      '2026-10-25T23:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
    ]);
    expect(iso(after)).toBe('2026-11-02T08:00:00.000Z');
    expect(weekOf(office, at('2026-10-25T12:00:00Z'))).toMatchObject({ monday: '2026-10-19', to: from });
  });
});
