import ICAL from 'ical.js';
import type { Interval } from '#domain/availability.ts';
import { dayNumber } from '#domain/calendar.ts';
import type { Instant } from '#domain/instant.ts';
import type { LocalMoment } from '#domain/opening-hours.ts';
import { instantAt, instantInUtc } from '#domain/zone-clock.ts';
import { readEntries } from './entries.ts';
import { inTime, isOutOfTime } from './in-time.ts';
import { isOwnUid } from './own-uid.ts';

/** What to read from a calendar. */
export interface Wanted {
  readonly from: Instant;
  readonly to: Instant;
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
/** Of one occurrence: nobody is away for longer without an end in sight. */
const LONGEST_MS = 366 * DAY_MS;
/** A daily series of thirty years takes half of it; together with the download it ends before a booking stops waiting. */
const SERIES_MS = 1_000;
/** Each is followed for so long at first, so that what has no end leaves the others their time; then the slow ones together. */
const QUICK_MS = 100;
const SLOW_MS = 5_000;

/** What was read of a calendar. */
export interface CalendarReading {
  /** Merged and ascending. */
  readonly busy: readonly Interval[];
  /** The titles of the entries that were left out: they cannot be read, or followed to their end. */
  readonly odd: readonly string[];
}

/**
 * The busy intervals of a calendar (RFC 5545), including recurring entries and their exceptions. An all-day entry is
 * busy only when it is marked opaque, any other entry unless it is marked transparent. An entry may come from outside,
 * as an invitation: one that cannot be read or has no end is left out, so it neither hides another nor takes every time.
 * @param seriesMs for how long one entry is followed at most, in milliseconds
 * @param within what ends work that takes too long
 * @throws Error when the text is no calendar
 */
export function busyIntervals(
  text: string,
  wanted: Wanted,
  seriesMs = SERIES_MS,
  within: typeof inTime = inTime,
): CalendarReading {
  const { components, unreadable } = readEntries(text, wanted);
  const found: Interval[] = [];
  const odd = [...unreadable];
  /** Follows each, and returns those that the time was not enough for. */
  const follow = (entries: readonly Entry[], timeFor: (slow: number) => number): Entry[] => {
    const slow: Entry[] = [];
    for (const entry of entries)
      try {
        found.push(...within(timeFor(slow.length), () => [...busyOf(entry, wanted)]));
      } catch (error) {
        if (isOutOfTime(error)) slow.push(entry);
        else odd.push(titleOf(entry));
      }
    return slow;
  };
  const entries = [...Map.groupBy(components, uidOf)].filter(([uid]) => !isOwnUid(uid, wanted.host));
  const slow = follow(
    entries.map(([, entry]) => entry),
    (before) => QUICK_MS / (before + 1),
  );
  odd.push(...follow(slow, () => Math.min(seriesMs, SLOW_MS / slow.length)).map(titleOf));
  return { busy: merged(found), odd };
}

/** The components of one uid: a series and its exceptions, or a single one. */
type Entry = readonly Component[];

function titleOf([first]: Entry): string {
  return String(first?.getFirstPropertyValue('summary') ?? first?.getFirstPropertyValue('uid') ?? '');
}

/** The busy intervals of the entries of one uid within the wanted time. */
function* busyOf(components: Entry, wanted: Wanted): Generator<Interval> {
  for (const [component, start, end] of occurrences(components, wanted)) {
    const interval = { start: instantOf(start, wanted.timeZone), end: instantOf(end, wanted.timeZone) };
    const within = interval.end > wanted.from && interval.start < wanted.to;
    if (!within || interval.end <= interval.start || !isBusy(component, start.isDate)) continue;
    if (interval.end - interval.start > LONGEST_MS) throw new Error('No end in sight');
    yield interval;
  }
}

type Occurrence = readonly [component: Component, start: Time, end: Time];

/** The occurrences of the entries of one uid near the wanted time. */
function* occurrences(components: Entry, { from, to, timeZone }: Wanted): Generator<Occurrence> {
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
      if (count > MOST_OCCURRENCES) throw new Error('More than anybody has');
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
