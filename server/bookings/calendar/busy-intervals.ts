import { createContext, Script } from 'node:vm';
import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import { type Component, calendarEntries, titleOf } from './entries.ts';
import { type Occurrence, occurrencesOf, periodsOf } from './occurrences.ts';
import { isOwnUid } from './own-uid.ts';
import type { FeedTime } from './when.ts';
import { ianaZone, zonesByName } from './zones.ts';

const surroundings = createContext({ work: undefined as unknown });
const script = new Script('work()');

/**
 * Does `work` and returns what it returns; ends it after `ms` milliseconds, as some rules (the 30th of February, every day)
 * keep the library looking for their next occurrence for ever. The context is there for the limit alone.
 * @throws what `isOutOfTime` recognises, when it was ended
 */
export function inTime<T>(ms: number, work: () => T): T {
  surroundings.work = work;
  return script.runInContext(surroundings, { timeout: Math.ceil(ms) }) as T;
}

/** Whether work was ended because it took too long. */
function isOutOfTime(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** What to read from a calendar. */
export interface WantedTime {
  readonly from: Instant;
  readonly to: Instant;
  /** IANA zone for entries that name none: whole days and floating times. */
  readonly timeZone: string;
  /** Host of this site: its own calls in the calendar are ignored, as the database has their current state. */
  readonly host: string;
  /** The owner's addresses: an invitation that one of them has declined is free. */
  readonly owners?: readonly string[];
}

const DAY_MS = 24 * 60 * 60_000;
/** Of one occurrence: nobody is away for longer without an end in sight. */
const LONGEST_MS = 366 * DAY_MS;
/** A daily series of thirty years takes half of it; together with the download it ends before a booking stops waiting. */
const SERIES_MS = 1_000;
/** Each is followed for so long at first, so that what has no end leaves the others their time; then the slow ones together. */
const QUICK_MS = 100;
const SLOW_MS = 5_000;

/** An entry of a whole day, or of several. */
export interface WholeDay extends Interval {
  readonly title: string;
}

/** What was read of a calendar. */
export interface CalendarReading {
  /** Merged and ascending. */
  readonly busy: readonly Interval[];
  /** What is busy by the hour, merged and ascending. */
  readonly timed: readonly Interval[];
  /** What is busy for whole days, in the order in which it begins. */
  readonly wholeDays: readonly WholeDay[];
  /** The titles of the entries that were left out: they cannot be read, or followed to their end. */
  readonly odd: readonly string[];
  /** Whether any entry lies within a year: a feed without one is hardly the calendar that the owner uses. */
  readonly isInUse: boolean;
}

/**
 * The busy intervals of a calendar (RFC 5545), of its events with their repetitions and exceptions, and of free/busy
 * lists. An entry is busy unless it says that it is free, is cancelled, or was declined. An entry may come from outside,
 * as an invitation: one that cannot be read or has no end is left out, so it neither hides another nor takes every time.
 * @param seriesMs for how long one entry is followed at most, in milliseconds
 * @param within what ends work that takes too long
 * @throws Error when the text is no calendar
 */
export function busyIntervals(
  text: string,
  wanted: WantedTime,
  seriesMs = SERIES_MS,
  within: typeof inTime = inTime,
): CalendarReading {
  const { components, isInUse } = calendarEntries(text, wanted);
  const zoneByName = zonesByName();
  const reading: FeedTime = {
    from: wanted.from,
    to: wanted.to,
    office: ianaZone(wanted.timeZone),
    zoneOf: (name, { calendar }) => zoneByName(name, calendar),
  };
  const found: Occurrence[] = [];
  const odd: string[] = [];
  /** Follows each, and returns those that the time was not enough for. */
  const follow = (entries: readonly Entry[], timeFor: (slow: number) => number): Entry[] => {
    const slow: Entry[] = [];
    for (const entry of entries)
      try {
        found.push(...within(timeFor(slow.length), () => [...busyOf(entry, wanted, reading)]));
      } catch (error) {
        if (isOutOfTime(error)) slow.push(entry);
        else odd.push(nameOf(entry));
      }
    return slow;
  };
  const slow = follow(entriesOf(components, wanted.host), (before) => QUICK_MS / (before + 1));
  odd.push(...follow(slow, () => Math.min(seriesMs, SLOW_MS / slow.length)).map(nameOf));
  const wholeDays = found
    .filter(({ isWholeDay }) => isWholeDay)
    .map(({ component, start, end }) => ({ title: titleOf(component), start, end }))
    .toSorted((a, b) => a.start - b.start);
  const timed = merged(found.filter(({ isWholeDay }) => !isWholeDay));
  return { busy: merged([...timed, ...wholeDays]), timed, wholeDays, odd, isInUse };
}

/** The components of one uid: a series and its exceptions, or a single one. */
type Entry = readonly Component[];

/** Those of one uid together; feeds that hide details give every entry the empty one, which binds nothing. */
function entriesOf(components: readonly Component[], host: string): Entry[] {
  const byUid = Map.groupBy(components, (one) => uidOf(one) || one);
  return [...byUid]
    .filter(([uid]) => typeof uid !== 'string' || !isOwnUid(uid, host))
    .map(([, entry]) => entry);
}

function uidOf({ kind, first }: Component): string {
  return kind === 'VEVENT' ? (first('UID')?.value ?? '') : '';
}

function nameOf([first]: Entry): string {
  return first === undefined ? '' : titleOf(first);
}

/** The busy occurrences of the entries of one uid within the wanted time. */
function* busyOf(entry: Entry, wanted: WantedTime, reading: FeedTime): Generator<Occurrence> {
  const [first] = entry;
  const all = first?.kind === 'VFREEBUSY' ? periodsOf(first, reading) : occurrencesOf(entry, reading);
  for (const occurrence of all) {
    const { component, start, end } = occurrence;
    if (Number.isNaN(end - start)) throw new Error('No time of any clock');
    const isWithin = end > wanted.from && start < wanted.to;
    if (!isWithin || end <= start || isFree(component, wanted.owners ?? [])) continue;
    if (end - start > LONGEST_MS) throw new Error('No end in sight');
    yield occurrence;
  }
}

/** Outlook marks so what she does elsewhere, and shows it as free to others (MS-OXCICAL, 2.1.3.1.1.20.25). */
const FREE_IN_OUTLOOK = ['FREE', 'WORKINGELSEWHERE'];

function isFree({ word, all, calendar }: Component, owners: readonly string[]): boolean {
  const isCancelled = /^CANCELL?ED$/.test(word('STATUS')) || calendar.method === 'CANCEL';
  const isDeclined = () =>
    all('ATTENDEE').some(
      ({ params, value }) =>
        params.get('PARTSTAT')?.toUpperCase() === 'DECLINED' &&
        [value.replace(/^mailto:/i, ''), params.get('EMAIL') ?? ''].some((address) =>
          owners.some((owner) => owner.toLowerCase() === address.trim().toLowerCase()),
        ),
    );
  return (
    isCancelled ||
    word('TRANSP') === 'TRANSPARENT' ||
    FREE_IN_OUTLOOK.includes(word('X-MICROSOFT-CDO-BUSYSTATUS')) ||
    isDeclined()
  );
}

/** In order, without overlaps. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else all.push({ start, end });
  }
  return all;
}
