import ICAL from 'ical.js';
import type { Interval } from '#domain/availability.ts';
import { dayNumber } from '#domain/calendar.ts';
import { localMoment } from '#domain/opening-hours.ts';
import { isOwnUid } from './own-uid.ts';

/** What to read from a calendar. Instants are milliseconds since the epoch. */
export interface Wanted {
  readonly from: number;
  readonly to: number;
  /** IANA zone for entries that name none: whole days and floating times. */
  readonly timeZone: string;
  /** Host of this site: its own calls in the calendar are ignored, as the database has their current state. */
  readonly host: string;
}

type Component = InstanceType<typeof ICAL.Component>;
type Time = InstanceType<typeof ICAL.Time>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The busy intervals of a calendar (RFC 5545), including recurring entries and their exceptions; merged and ascending.
 * An all-day entry is busy only when it is marked opaque, any other entry unless it is marked transparent.
 * @throws Error when the text is no calendar
 */
export function busyIntervals(text: string, wanted: Wanted): Interval[] {
  const calendar = new ICAL.Component(ICAL.parse(withoutOthers(text, wanted)));
  if (calendar.name !== 'vcalendar') throw new Error('Not a calendar');
  const entries = Map.groupBy(calendar.getAllSubcomponents('vevent'), uidOf);
  const found: Interval[] = [];
  for (const [uid, components] of entries) {
    if (isOwnUid(uid, wanted.host)) continue;
    for (const [component, start, end] of occurrences(components, wanted)) {
      const interval = { start: instantOf(start, wanted.timeZone), end: instantOf(end, wanted.timeZone) };
      const within = interval.end > wanted.from && interval.start < wanted.to;
      if (within && interval.end > interval.start && isBusy(component, start.isDate)) found.push(interval);
    }
  }
  return merged(found);
}

/**
 * The calendar without the entries outside the wanted time that do not recur, as parsing ten years of them takes too
 * long. An entry whose times cannot be read by a simple pattern stays.
 */
function withoutOthers(text: string, { from, to }: Wanted): string {
  const [first, last] = [from - 2 * DAY_MS, to + 2 * DAY_MS].map((instant) =>
    new Date(instant).toISOString().slice(0, 10).replaceAll('-', ''),
  );
  const unfolded = text.replace(/\r?\n[ \t]/g, '');
  return unfolded.replace(/^BEGIN:VEVENT\r?\n[\s\S]*?^END:VEVENT\r?\n/gm, (entry) => {
    if (/^(RRULE|RDATE|RECURRENCE-ID)\b/m.test(entry)) return entry;
    const start = /^DTSTART\b[^:\r\n]*:(\d{8})/m.exec(entry)?.[1];
    const end = /^DTEND\b[^:\r\n]*:(\d{8})/m.exec(entry)?.[1];
    const over = end !== undefined && first !== undefined && end < first;
    const far = start !== undefined && last !== undefined && start > last;
    return over || far ? '' : entry;
  });
}

type Occurrence = readonly [component: Component, start: Time, end: Time];

/** Every occurrence of the entries of one uid before the end of the wanted time. */
function* occurrences(components: readonly Component[], { to, timeZone }: Wanted): Generator<Occurrence> {
  const changed = components.filter((one) => one.hasProperty('recurrence-id'));
  const masters = components.filter((one) => !changed.includes(one));
  for (const component of masters) {
    const event = new ICAL.Event(component, { exceptions: changed, strictExceptions: true });
    if (!event.isRecurring()) {
      yield [component, event.startDate, event.endDate];
      continue;
    }
    const repetition = event.iterator();
    for (let next = repetition.next(); next != null; next = repetition.next()) {
      if (instantOf(next, timeZone) >= to) break;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      yield [item.component, startDate, endDate];
    }
  }
  // Occurrences that were moved into the wanted time, or whose series is not in the calendar.
  for (const component of changed) {
    const event = new ICAL.Event(component);
    yield [component, event.startDate, event.endDate];
  }
}

function isBusy(component: Component, wholeDay: boolean): boolean {
  const say = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  if (say('status') === 'CANCELLED') return false;
  const outlook = say('x-microsoft-cdo-busystatus');
  if (say('transp') === 'TRANSPARENT' || outlook === 'FREE') return false;
  return !wholeDay || say('transp') === 'OPAQUE' || outlook === 'BUSY' || outlook === 'OOF';
}

function instantOf(time: Time, officeZone: string): number {
  if (!time.isDate && time.zone !== null && time.zone.tzid !== 'floating') return time.toUnixTime() * 1000;
  const wall =
    dayNumber(time.year, time.month, time.day) * DAY_MS + (time.hour * 60 + time.minute) * MINUTE_MS;
  // A time whose zone has no rules in the file is parsed as floating, with the zone's name in an untyped property.
  const { timezone } = time as { timezone?: string };
  const zone = !time.isDate && isZone(timezone) ? timezone : officeZone;
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

function offsetAt(instant: number, timeZone: string): number {
  const { date, minutes } = localMoment(new Date(instant), timeZone);
  return date * DAY_MS + minutes * MINUTE_MS - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

function isZone(name: string | undefined): name is string {
  try {
    return name !== undefined && name !== '' && Boolean(new Intl.DateTimeFormat('fr', { timeZone: name }));
  } catch {
    return false;
  }
}

function uidOf(component: Component): string {
  return String(component.getFirstPropertyValue('uid') ?? '');
}

function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && interval.start <= last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, interval.end) };
    else all.push(interval);
  }
  return all;
}
