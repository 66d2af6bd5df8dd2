import { calendarDay, type Weekday, weekdayOf } from '#domain/calendar.ts';
import type { ExceptionalDay, OpeningHours, OpenState, Stretch } from '#domain/opening-hours.ts';

const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;

/** `HH:MM` as French-speaking Switzerland reads it here: `09:00` is `9h00`. */
export function spokenTime(time: string): string {
  const [hours = '0', minutes = '00'] = time.split(':');
  return `${Number(hours)}h${minutes}`;
}

/** The stretch of a day, e.g. `9h00-19h00`. */
export function frenchStretch({ opens, closes }: Stretch): string {
  return `${spokenTime(opens)}-${spokenTime(closes)}`;
}

/** The days, e.g. `lundi à samedi`; days that do not follow one another are listed: `lundi, mercredi`. */
export function frenchDays({ days }: OpeningHours): string {
  const sorted = [...days].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  const inOneRun = sorted.length > 2 && last - first === sorted.length - 1;
  return inOneRun ? `${nameOf(first)} à ${nameOf(last)}` : sorted.map(nameOf).join(', ');
}

/**
 * What a visitor reads beside the hours: `Ouvert jusqu’à 19h00`, or `Fermé · ouvre à 10h30` (today), `demain à …`,
 * `lundi à …` (within a week), `lundi 8 à …` (later). A holiday is named as the reason.
 */
export function openStateText(state: OpenState): string {
  if (state.open) return `Ouvert jusqu’à ${spokenTime(state.closes)}`;
  const why = state.holiday ? 'Fermé · jour férié,' : 'Fermé ·';
  return `${why} ouvre${dayInWords(state)} à ${spokenTime(state.opens)}`;
}

function dayInWords({ date, inDays }: { readonly date: number; readonly inDays: number }): string {
  if (inDays === 0) return '';
  if (inDays === 1) return ' demain';
  const [, , day] = calendarDay(date);
  return ` ${nameOf(weekdayOf(date))}${inDays > 7 ? ` ${day}` : ''}`;
}

function nameOf(day: Weekday): string {
  return DAYS[day - 1] ?? '';
}

/** Exceptional days as the attribute of an element holds them: `20811=09:00-16:00 20812=`, by day number. */
export function writeExceptions(days: readonly ExceptionalDay[]): string {
  return days.map(({ date, hours }) => `${date}=${hours ? `${hours.opens}-${hours.closes}` : ''}`).join(' ');
}

/** Reads what `writeExceptions` wrote. */
export function readExceptions(text: string): ExceptionalDay[] {
  return text.split(' ').flatMap((one) => {
    const [date = '', stretch = ''] = one.split('=');
    if (date === '') return [];
    const [opens = '', closes = ''] = stretch.split('-');
    return [{ date: Number(date), hours: stretch === '' ? undefined : { opens, closes } }];
  });
}
