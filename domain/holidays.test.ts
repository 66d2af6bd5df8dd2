import { describe, expect, it } from 'vitest';
import { calendarDay, dayNumber, weekdayOf } from './calendar.ts';
import { easterSunday, holidayOn, isHoliday } from './holidays.ts';

/** The holidays that the canton publishes: https://www.vd.ch/formation/jours-feries-et-vacances-scolaires */
const PUBLISHED: Record<number, readonly string[]> = {
  2023: ['01-01', '01-02', '04-07', '04-10', '05-18', '05-29', '08-01', '09-18', '12-25'],
  2029: ['01-01', '01-02', '03-30', '04-02', '05-10', '05-21', '08-01', '09-17', '12-25'],
};

describe('the holidays of the canton of Vaud', () => {
  it.each(Object.entries(PUBLISHED))(
    'of %s are the nine that it publishes, and no other day',
    (year, days) => {
      const first = dayNumber(Number(year), 1, 1);
      const found = Array.from({ length: 365 }, (_, i) => first + i).filter(isHoliday);
      expect(found.map((date) => new Date(date * 86_400_000).toISOString().slice(5, 10))).toEqual(days);
    },
  );

  it('have names', () => {
    expect(holidayOn(2026, 4, 3)).toBe('Vendredi saint');
    expect(holidayOn(2026, 4, 6)).toBe('Lundi de Pâques');
    expect(holidayOn(2026, 5, 14)).toBe('Ascension');
    expect(holidayOn(2026, 5, 25)).toBe('Lundi de Pentecôte');
    expect(holidayOn(2026, 9, 21)).toBe('Lundi du Jeûne fédéral');
    expect(holidayOn(2026, 12, 25)).toBe('Noël');
    expect(holidayOn(2026, 12, 26)).toBeUndefined();
  });
});

it.each([
  // The earliest and the latest possible Easter, and the two exceptions of Gauss's rule (1954, 1981).
  [1818, 3, 22],
  [1943, 4, 25],
  [1954, 4, 18],
  [1981, 4, 19],
  [2026, 4, 5],
  [2038, 4, 25],
])('Easter %d is on %d-%d', (year, month, day) => {
  expect(calendarDay(easterSunday(year))).toEqual([year, month, day]);
});

it('knows the weekday of a day before and after 1970', () => {
  expect(weekdayOf(dayNumber(1969, 7, 20))).toBe(7);
  expect(weekdayOf(dayNumber(2026, 11, 21))).toBe(6);
});
