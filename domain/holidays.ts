import { calendarDay, dayNumber, weekdayOf } from './calendar.ts';

/** By `month-day`. */
const FIXED: Readonly<Record<string, string>> = {
  '1-1': 'Nouvel An',
  '1-2': '2 janvier',
  '8-1': 'Fête nationale',
  '12-25': 'Noël',
};

/** By days from Easter Sunday. */
const FROM_EASTER: Readonly<Record<number, string>> = {
  [-2]: 'Vendredi saint',
  1: 'Lundi de Pâques',
  39: 'Ascension',
  50: 'Lundi de Pentecôte',
};

/**
 * The holiday of the canton of Vaud on a day of the Gregorian calendar: the nine that its law makes equal to Sundays,
 * 26 December not among them.
 * @param month 1 to 12
 * @returns its name in French, undefined on any other day
 * @see https://www.lausanne.ch/vie-pratique/travail/protection-des-travailleurs/travailleur/contrat-de-travail-regles/jours-feries.html (art. 47 LEmp)
 */
export function holidayOn(year: number, month: number, day: number): string | undefined {
  const date = dayNumber(year, month, day);
  const isFastMonday = month === 9 && day >= 16 && day <= 22 && weekdayOf(date) === 1;
  // The Monday after the third Sunday, which is the 15th to the 21st.
  if (isFastMonday) return 'Lundi du Jeûne fédéral';
  return FIXED[`${month}-${day}`] ?? FROM_EASTER[date - easterSunday(year)];
}

/** Whether a day (calendar.ts) is a holiday of the canton of Vaud. */
export function isHoliday(date: number): boolean {
  return holidayOn(...calendarDay(date)) !== undefined;
}

/**
 * The day number of Easter Sunday in a year of the Gregorian calendar.
 * @see Jean Meeus, Astronomical Algorithms, chapter 8 (the rule of Butcher's Ecclesiastical Calendar, 1876)
 */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * toSunday) / 451);
  const sum = moon + toSunday - 7 * late + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}
