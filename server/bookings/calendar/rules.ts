import ICAL from 'ical.js';
import { feedDay, parsed, type When } from './when.ts';
import { type Local, timeOf } from './zones.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR_MS = 366 * DAY_MS;
/** Of one series until the end of the wanted time; every day for 54 years is less. */
const MOST_OCCURRENCES = 20_000;

/**
 * The local times of a rule from near the first to the last of two instants. The rule's end is looked after here: the
 * library compares UNTIL as it is written, whatever its zone, and does not count a DTSTART that the rule does not hit.
 */
export function* ruled(
  text: string,
  first: When,
  [earliest, latest]: readonly [number, number],
): Generator<Local> {
  const parts = new Map(
    text
      .toUpperCase()
      .replace(/\s+|^RRULE:/g, '')
      .split(';')
      .filter((part) => part !== '')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const until = untilOf(parts.get('UNTIL'), first);
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : Number.POSITIVE_INFINITY;
  if (Number.isNaN(count)) throw new Error('COUNT is no number');
  // The first of them is DTSTART (3.3.10), whether the rule hits it or not.
  let counted = 1;
  for (const local of chosen(parts, first, [earliest, latest])) {
    if (local < first.local) continue;
    if (local > first.local) counted += 1;
    if (local > until || counted > count) return;
    if (local >= earliest) yield local;
  }
}

/** What a rule hits, before its end is looked at: the library knows BYSETPOS for some rules alone. */
function* chosen(
  parts: ReadonlyMap<string, string>,
  first: When,
  [earliest, latest]: readonly [number, number],
): Generator<Local> {
  const positions = parts.get('BYSETPOS')?.split(',').map(Number);
  if (positions === undefined) {
    yield* expanded(parts, first, [forwarded(parts, first.local, earliest), latest]);
    return;
  }
  const periodOf = periods(parts);
  const hasOwnDays = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name));
  // What stands before DTSTART in its period counts too.
  const from = hasOwnDays ? dayIn(first.local, periodOf) : first.local;
  let set: Local[] = [];
  for (const local of expanded(parts, first, [from, latest + YEAR_MS])) {
    if (set[0] !== undefined && periodOf(local) !== periodOf(set[0])) {
      yield* at(positions, set);
      set = [];
    }
    set.push(local);
  }
  yield* at(positions, set);
}

/** Where to begin with a series that goes on for years: some of its periods before the wanted time, unless it is counted. */
function forwarded(parts: ReadonlyMap<string, string>, first: Local, earliest: Local): Local {
  const days = { DAILY: 1, WEEKLY: 7 }[parts.get('FREQ') ?? ''];
  if (days === undefined || parts.has('COUNT')) return first;
  const step = days * DAY_MS * Math.max(1, Number(parts.get('INTERVAL') ?? 1) || 1);
  return first + Math.max(0, Math.floor((earliest - first) / step) - 1) * step;
}

function at(positions: readonly number[], set: readonly Local[]): Local[] {
  return set.filter((_, index) => positions.includes(index + 1) || positions.includes(index - set.length));
}

/** The first day of the period in which a local time lies, at the same hour; a period of less than a day has one. */
function dayIn(local: Local, periodOf: (local: Local) => number): Local {
  let first = local;
  while (periodOf(first - DAY_MS) === periodOf(local)) first -= DAY_MS;
  return first;
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** 1 January 1970 was a Thursday. */
const THURSDAY = 4;

/** What tells the periods of a rule apart, of which each has its own positions. */
function periods(parts: ReadonlyMap<string, string>): (local: Local) => number {
  const weekStart = DAYS.indexOf(parts.get('WKST') ?? 'MO');
  const of: Readonly<Record<string, (local: Local) => number>> = {
    YEARLY: (local) => new Date(local).getUTCFullYear(),
    MONTHLY: (local) => new Date(local).getUTCFullYear() * 12 + new Date(local).getUTCMonth(),
    WEEKLY: (local) => Math.floor((feedDay(local) + THURSDAY - weekStart) / 7),
    DAILY: feedDay,
    HOURLY: (local) => Math.floor(local / (60 * MINUTE_MS)),
    MINUTELY: (local) => Math.floor(local / MINUTE_MS),
  };
  return of[parts.get('FREQ') ?? ''] ?? ((local) => local);
}

/**
 * A rule without its end and its positions, as the library expands it between two local times, and mended: it loses
 * months of monthly and weekly rules, takes figures in the order in which they stand, knows no weeks of the year, and
 * begins with a DTSTART that the rule does not hit.
 */
function* expanded(
  parts: ReadonlyMap<string, string>,
  { isDate }: When,
  [from, latest]: readonly [number, number],
): Generator<Local> {
  const frequency = parts.get('FREQ') ?? '';
  const left = ['UNTIL', 'COUNT', 'BYSETPOS', 'BYWEEKNO'];
  if (['WEEKLY', 'MONTHLY'].includes(frequency)) left.push('BYMONTH');
  const used = new Map([...parts].filter(([name]) => !left.includes(name)).map(sorted));
  if (parts.has('BYWEEKNO') && !parts.has('BYDAY'))
    used.set('BYDAY', DAYS[new Date(from).getUTCDay()] ?? 'MO');
  const text = [...used].map((part) => part.join('=')).join(';');
  const iterator = ICAL.Recur.fromString(text).iterator(timeOf(from, isDate));
  const fits = limits(parts);
  let passed = 0;
  for (let next = iterator.next(); next != null; next = iterator.next()) {
    passed += 1;
    if (passed > MOST_OCCURRENCES) throw new Error('More than anybody has');
    const { year, month, day, hour, minute, second } = next;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    if (local > latest) return;
    if (fits(local)) yield local;
  }
}

function sorted([name, value]: readonly [string, string]): [string, string] {
  if (!/^BY(?!DAY)/.test(name)) return [name, value];
  return [
    name,
    value
      .split(',')
      .toSorted((a, b) => Number(a) - Number(b))
      .join(','),
  ];
}

/** Whether a local time is in the months, weeks and weekdays that a rule names. */
function limits(parts: ReadonlyMap<string, string>): (local: Local) => boolean {
  const numbers = (name: string) => parts.get(name)?.split(',').map(Number);
  const [months, weeks] = [numbers('BYMONTH'), numbers('BYWEEKNO')];
  const days = parts
    .get('BYDAY')
    ?.split(',')
    .map((day) => DAYS.indexOf(day.slice(-2)));
  const weekStart = DAYS.indexOf(parts.get('WKST') ?? 'MO');
  return (local) => {
    const at = new Date(local);
    const [week, last] = weeks === undefined ? [0, 0] : weekOfYear(local, weekStart);
    return (
      (months?.includes(at.getUTCMonth() + 1) ?? true) &&
      (days?.includes(at.getUTCDay()) ?? true) &&
      (weeks?.some((wanted) => wanted === week || wanted === week - last - 1) ?? true)
    );
  };
}

/** The week's number, and that of the last of its year: the first has four days of January at least. */
function weekOfYear(local: Local, weekStart: number): readonly [week: number, last: number] {
  const middleOf = (at: Local) => {
    const day = feedDay(at);
    return day - ((day + THURSDAY - weekStart + 7) % 7) + 3;
  };
  const middle = middleOf(local);
  const year = new Date(middle * DAY_MS).getUTCFullYear();
  const numberOf = (day: number) => Math.floor((day - feedDay(Date.UTC(year, 0, 1))) / 7) + 1;
  return [numberOf(middle), numberOf(middleOf(Date.UTC(year, 11, 28)))];
}

/** The last local time of a rule; a date, and a time that names no zone, are DTSTART's. */
function untilOf(text: string | undefined, first: When): Local {
  if (!text) return Number.POSITIVE_INFINITY;
  const until = parsed(text);
  if (until.isDate) return until.local + DAY_MS - 1;
  return until.zone === undefined ? until.local : first.zone.localOf(until.zone.instantOf(until.local));
}
