import ICAL from 'ical.js';
import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { localMoment } from '#domain/opening-hours.ts';
import { bareZoneName, type Calendar } from './entries.ts';

/** A time on somebody's wall: the instant at which clocks in UTC show it. */
export type Local = number;

/** A clock on a wall. */
export interface Zone {
  /**
   * When its clock shows that. As RFC 5545 (3.3.5) has it, a time that it shows twice is the first of the two, and
   * one that it skips is read by the clock before the change.
   */
  readonly instantOf: (local: Local) => number;
  readonly localOf: (instant: number) => Local;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A name is no longer; what is would only take time. */
const LONGEST_NAME = 200;

export const UTC: Zone = fixedZone(0);

export function fixedZone(offset: number): Zone {
  return { instantOf: (local) => local - offset, localOf: (instant) => instant + offset };
}

const kept = new Map<string, Zone>();

/** The clock of an IANA zone. @throws RangeError when there is none of that name */
export function ianaZone(name: string): Zone {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const exactly = (instant: number) => {
    const { date, minutes } = localMoment(new Date(instant), name);
    return date * DAY_MS + minutes * MINUTE_MS - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  };
  exactly(0);
  // The platform's formatter is slow, and nearly every day has one offset.
  const starts = new Map<number, number>();
  const atStartOf = (day: number) => {
    const offset = starts.get(day) ?? exactly(day * DAY_MS);
    starts.set(day, offset);
    return offset;
  };
  const offsetAt = (instant: number) => {
    const day = Math.floor(instant / DAY_MS);
    const offset = atStartOf(day);
    return offset === atStartOf(day + 1) ? offset : exactly(instant);
  };
  const zone: Zone = {
    instantOf(local) {
      const before = offsetAt(local - DAY_MS);
      const after = offsetAt(local + DAY_MS);
      if (before === after || offsetAt(local - before) === before) return local - before;
      return offsetAt(local - after) === after ? local - after : local - before;
    },
    localOf: (instant) => instant + offsetAt(instant),
  };
  kept.set(name, zone);
  return zone;
}

/** Looks up zones by the names that a feed gives them. @returns undefined for a name that nobody explains */
export function zonesByName(): (name: string, calendar: Calendar) => Zone | undefined {
  const found = new Map<Calendar, Map<string, Zone | undefined>>();
  return (given, calendar) => {
    const name = bareZoneName(given).slice(0, LONGEST_NAME);
    const ofCalendar = found.get(calendar) ?? new Map<string, Zone | undefined>();
    found.set(calendar, ofCalendar);
    if (!ofCalendar.has(name)) ofCalendar.set(name, zoneOf(name, calendar));
    return ofCalendar.get(name);
  };
}

/**
 * By its name first: rules in the feed may be empty, end in the past or stand for one year alone. Only what no table
 * knows is read by its rules, and only what has none is guessed.
 */
function zoneOf(name: string, calendar: Calendar): Zone | undefined {
  const [plain = ''] = name.split(';');
  const rules = calendar.zones.get(name) ?? calendar.zones.get(plain);
  return named(name) ?? (rules && ruled(rules)) ?? guessed(plain);
}

function named(name: string): Zone | undefined {
  const steps = name.split('/');
  // Lotus, Evolution and Mozilla write the name behind a path: /freeassociation.sourceforge.net/Tzfile/Europe/Zurich.
  for (const [at] of steps.entries()) {
    const end = steps.slice(at).join('/').trim();
    const zone = ianaOf(end) ?? ianaOf(WINDOWS.get(keyOf(end))) ?? displayed(end);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

function ianaOf(name: string | undefined): Zone | undefined {
  // The platform takes offsets for names; what `+01.00` means in a feed is said by its rules.
  if (name === undefined || !/^[a-z]/i.test(name)) return undefined;
  try {
    return ianaZone(name);
  } catch {
    return undefined;
  }
}

/** What Windows calls a zone, by CLDR's table, without regard to case. */
const WINDOWS: ReadonlyMap<string, string> = new Map([
  ...WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [keyOf(windowsName), iana[0] ?? ''] as const,
  ),
  ...['tzone://microsoft/utc', 'microsoft/utc', 'coordinated universal time', 'utc', 'z', 'zulu'].map(
    (name) => [name, 'Etc/UTC'] as const,
  ),
]);

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ');
}

/**
 * What Windows shows for a zone, `(UTC-05:00) Eastern Time (US & Canada)`: a description, or cities, of which one is a
 * city of IANA's names, in whatever language the others are.
 */
function displayed(name: string): Zone | undefined {
  const [, sign, hours = '0', minutes = '0', text] =
    /^\((?:UTC|GMT)(?:([+-])(\d\d?)[:.](\d\d))?\)\s*(.*)$/i.exec(name) ?? [];
  if (text === undefined) return undefined;
  const zone = described(text);
  if (zone !== undefined) return zone;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return citiesIn(text).find((one) => standardOffset(one) === offset);
}

function citiesIn(text: string): Zone[] {
  const names = keyOf(text).split(/[,;:/]/);
  return names.map((city) => ianaOf(cities().get(city.trim()))).filter((zone) => zone !== undefined);
}

/** `Eastern Time (US & Canada)` */
function described(text: string): Zone | undefined {
  const label = keyOf(text);
  const found = DESCRIBED.find(([words]) => label === words || label.startsWith(`${words} (`));
  return found && ianaZone(found[1]);
}

const DESCRIBED: readonly (readonly [words: string, iana: string])[] = [
  ['eastern time', 'America/New_York'],
  ['central time', 'America/Chicago'],
  ['mountain time', 'America/Denver'],
  ['pacific time', 'America/Los_Angeles'],
  ['atlantic time', 'America/Halifax'],
  ['newfoundland', 'America/St_Johns'],
  ['alaska', 'America/Anchorage'],
  ['arizona', 'America/Phoenix'],
  ['hawaii', 'Pacific/Honolulu'],
  ['indiana', 'America/Indianapolis'],
  ['saskatchewan', 'America/Regina'],
  ['central america', 'America/Guatemala'],
  ['baja california', 'America/Tijuana'],
  ['brasilia', 'America/Sao_Paulo'],
  ['city of buenos aires', 'America/Argentina/Buenos_Aires'],
  ['greenland', 'America/Nuuk'],
  ['mid-atlantic', 'Etc/GMT+2'],
  ['cabo verde is.', 'Atlantic/Cape_Verde'],
  ['west central africa', 'Africa/Lagos'],
  ['abu dhabi, muscat', 'Asia/Dubai'],
  ['islamabad, karachi', 'Asia/Karachi'],
  ['astana', 'Asia/Almaty'],
  ['sri jayawardenepura', 'Asia/Colombo'],
  ['solomon is., new caledonia', 'Pacific/Guadalcanal'],
  ['international date line west', 'Etc/GMT+12'],
  ['coordinated universal time', 'Etc/UTC'],
  ['greenwich mean time', 'Etc/UTC'],
];

/** IANA's names by their city, in small letters. */
const cities = once(
  () =>
    new Map(
      IANA_ALIAS_MAP.flatMap(({ alias }) => alias)
        .filter((name) => name.includes('/') && !name.startsWith('Etc/'))
        .map((name) => [(name.split('/').at(-1) ?? '').toLowerCase().replaceAll('_', ' '), name]),
    ),
);

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What a zone is ahead of UTC without summer time, this year. */
function standardOffset(zone: Zone): number {
  const year = new Date().getUTCFullYear();
  return Math.min(...[0, 6].map((month) => Date.UTC(year, month) - zone.instantOf(Date.UTC(year, month))));
}

const RULE_LINE = /^(BEGIN|END|DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE)\b/i;

/** The zone of a VTIMEZONE; undefined when it says nothing. */
function ruled(lines: readonly string[]): Zone | undefined {
  const location = lines.map((line) => /^X-LIC-LOCATION\b[^:]*:(.*)$/i.exec(line)?.[1]).find(Boolean);
  const known = location && ianaOf(bareZoneName(location));
  if (known) return known;
  const used = lines
    .filter((line) => RULE_LINE.test(line))
    .map((line) => line.replace(/^(TZOFFSET(?:FROM|TO)):\s*([+-]?)(\d\d):?(\d\d).*$/i, offsetLine));
  if (!used.some((line) => /^TZOFFSETTO:/i.test(line))) return undefined;
  const text = ['BEGIN:VTIMEZONE', 'TZID:x', ...used, 'END:VTIMEZONE'].join('\r\n');
  try {
    const rules = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
    const offsetOf = (local: Local) => rules.utcOffset(timeOf(local)) * 1000;
    return {
      instantOf: (local) => local - offsetOf(local),
      localOf: (instant) => instant + offsetOf(instant + offsetOf(instant)),
    };
  } catch {
    return undefined;
  }
}

function offsetLine(_: string, name: string, sign: string, hours: string, minutes: string): string {
  return `${name.toUpperCase()}:${sign || '+'}${hours}${minutes}`;
}

/** The library's time, without a zone. */
export function timeOf(local: Local, isDate = false) {
  const at = new Date(local);
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    ...(isDate
      ? { isDate }
      : { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }),
  });
}

/** A name that is nearly one: Exchange numbers zones (`… Standard Time 1`), Kerio lists cities, some write an offset. */
function guessed(name: string): Zone | undefined {
  const [, sign, hours, minutes = '0'] =
    /^(?:UTC|GMT)?\s*([+-])\s*(\d\d?)(?:[:.]?(\d\d))?$/i.exec(name) ?? [];
  if (hours !== undefined)
    return fixedZone((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS);
  const unnumbered = name.replace(/\s+\d+$/, '');
  const standard = name.replace(/ (Daylight|Summer) Time$/i, ' Standard Time');
  const nearly = [unnumbered, standard, name.replace('-', '/'), name.replace(/\s+/g, '_')];
  const [city] = name.includes(',') ? citiesIn(name) : [];
  return (
    described(name) ??
    city ??
    nearly
      .filter((one) => one !== name)
      .map(named)
      .find(Boolean)
  );
}
