import ICAL from 'ical.js';
import type { Interval } from '#domain/availability.ts';
import { dayNumber } from '#domain/calendar.ts';
import type { LocalMoment } from '#domain/opening-hours.ts';
import { instantAt, instantInUtc } from '#domain/zone-clock.ts';
import { readEntries } from './entries.ts';
import { inTime, isTooLong, TooLong } from './in-time.ts';
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

const DAY_MS = 24 * 60 * 60_000;
/** Of one series until the end of the wanted time; every day for 54 years is less. */
const MOST_OCCURRENCES = 20_000;
/** A daily series of thirty years takes half of it; together with the download it ends before a booking stops waiting. */
const SERIES_MS = 1_000;

/** What was read of a calendar. */
export interface CalendarReading {
  /** Merged and ascending. */
  readonly busy: readonly Interval[];
  /** The titles of the entries that were left out as unreadable, or count as busy all the time as they do not end. */
  readonly odd: readonly string[];
}

/**
 * The busy intervals of a calendar (RFC 5545), including recurring entries and their exceptions. An all-day entry is
 * busy only when it is marked opaque, any other entry unless it is marked transparent. An entry may come from outside,
 * as an invitation: one that cannot be read or followed hides no other.
 * @param seriesMs for how long one entry is followed, in milliseconds; less after each that was too long
 * @throws Error when the text is no calendar
 */
export function busyIntervals(text: string, wanted: Wanted, seriesMs = SERIES_MS): CalendarReading {
  const { components, unreadable } = readEntries(text, wanted);
  const found: Interval[] = [];
  const odd = [...unreadable];
  let tooLong = 0;
  for (const [uid, ofOne] of Map.groupBy(components, uidOf)) {
    if (isOwnUid(uid, wanted.host)) continue;
    try {
      found.push(...inTime(seriesMs / (tooLong + 1), () => [...busyOf(ofOne, wanted)]));
    } catch (error) {
      odd.push(String(ofOne[0]?.getFirstPropertyValue('summary') ?? uid));
      if (!isTooLong(error)) continue;
      tooLong += 1;
      const { from: start, to: end } = wanted;
      if (ofOne.some((one) => isBusy(one, false))) found.push({ start, end });
    }
  }
  return { busy: merged(found), odd };
}

/** The busy intervals of the entries of one uid within the wanted time. */
function* busyOf(components: readonly Component[], wanted: Wanted): Generator<Interval> {
  for (const [component, start, end] of occurrences(components, wanted)) {
    const interval = { start: instantOf(start, wanted.timeZone), end: instantOf(end, wanted.timeZone) };
    const within = interval.end > wanted.from && interval.start < wanted.to;
    if (within && interval.end > interval.start && isBusy(component, start.isDate)) yield interval;
  }
}

type Occurrence = readonly [component: Component, start: Time, end: Time];

/** The occurrences of the entries of one uid near the wanted time. */
function* occurrences(
  components: readonly Component[],
  { from, to, timeZone }: Wanted,
): Generator<Occurrence> {
  const changed = components.filter((one) => one.hasProperty('recurrence-id'));
  const masters = components.filter((one) => !changed.includes(one));
  for (const component of masters) {
    const event = new ICAL.Event(component, { exceptions: changed, strictExceptions: true });
    if (!event.isRecurring()) {
      yield [component, event.startDate, event.endDate];
      continue;
    }
    const repetition = event.iterator();
    const earliest = from - event.duration.toSeconds() * 1000 - DAY_MS;
    let count = 0;
    for (let next = repetition.next(); next != null; next = repetition.next()) {
      count += 1;
      if (count > MOST_OCCURRENCES) throw new TooLong();
      // What an occurrence is costs far more than when it is.
      if (instantInUtc(momentOf(next)) < earliest) continue;
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
  // A time whose zone has no rules in the file is parsed as floating, with the zone's name in an untyped property.
  const { timezone } = time as { timezone?: string };
  const zone = !time.isDate && isZone(timezone) ? timezone : officeZone;
  return instantAt(momentOf(time), zone);
}

function momentOf({ year, month, day, hour, minute }: Time): LocalMoment {
  return { date: dayNumber(year, month, day), minutes: hour * 60 + minute };
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
