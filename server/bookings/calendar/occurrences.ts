import ICAL from 'ical.js';
import type { Component, Property } from './entries.ts';
import { ruled } from './rules.ts';
import { type FeedTime, feedDay, instantOf, values, type When, whenOf } from './when.ts';

export interface Occurrence {
  /** Whose properties it has: those of its series, or of the exception that replaces it. */
  readonly component: Component;
  readonly start: number;
  readonly end: number;
  readonly isWholeDay: boolean;
}

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 366 * DAY_MS;

/**
 * The occurrences of the VEVENTs of one uid near the wanted time: RFC 5545's recurrence set (3.8.5). DTSTART belongs to
 * it, whatever the rule hits; exceptions are compared as instants in whatever zone they are written, or as days.
 * @throws Error for what cannot be read, or has no end
 */
export function* occurrencesOf(components: readonly Component[], reading: FeedTime): Generator<Occurrence> {
  const exceptions = components.filter(({ first }) => first('RECURRENCE-ID') !== undefined);
  const masters = components.filter((one) => !exceptions.includes(one));
  const ids: When[] = [];
  const changes: Change[] = [];
  for (const exception of newest(exceptions)) {
    const start = startOf(exception, reading);
    const id = exception.first('RECURRENCE-ID') as Property;
    const original = whenOf(id, exception, reading, start.zone);
    ids.push(original);
    yield occurrence(exception, start, reading);
    if (id.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE')
      changes.push({ from: instantOf(original), exception, start });
  }
  changes.sort((a, b) => b.from - a.from);
  for (const master of masters) {
    const first = startOf(master, reading);
    const isOut = exclusion(master, first, ids, reading);
    for (const { start, end } of startsOf(master, first, { ...reading, ...reachOf(changes, reading) })) {
      if (isOut(start)) continue;
      const change = changes.find(({ from }) => instantOf(start) >= from);
      if (change === undefined) yield occurrence(master, start, reading, end);
      else yield occurrence(change.exception, moved(start, change), reading);
    }
  }
}

/** What an exception changes from then on (RANGE=THISANDFUTURE). */
interface Change {
  readonly from: number;
  readonly exception: Component;
  readonly start: When;
}

/** The wanted time, wider by as far as changes move what is outside of it. */
function reachOf(changes: readonly Change[], reading: FeedTime): Pick<FeedTime, 'from' | 'to'> {
  const reaches = changes.map(({ from, exception, start }) =>
    Math.max(Math.abs(instantOf(start) - from), Math.abs(endOf(exception, start, reading) - from)),
  );
  const reach = Math.min(YEAR_MS, Math.max(0, ...reaches));
  return { from: reading.from - reach, to: reading.to + reach };
}

/** As much later as the exception is. */
function moved({ local, zone, isDate }: When, { from, start }: Change): When {
  const there = start.zone.localOf(zone.instantOf(local));
  const shift = start.local - start.zone.localOf(from);
  return { local: there + shift, zone: start.zone, isDate: isDate && start.isDate };
}

/** Of several exceptions for one occurrence the one with the highest SEQUENCE, or else the last. */
function newest(exceptions: readonly Component[]): Component[] {
  const sequence = ({ first }: Component) => Number(first('SEQUENCE')?.value ?? 0) || 0;
  const byId = Map.groupBy(exceptions, ({ first }) => {
    const { params, value } = first('RECURRENCE-ID') as Property;
    return `${value} ${params.get('TZID') ?? ''} ${params.get('RANGE') ?? ''}`;
  });
  return [...byId.values()].map(
    (same) => same.toSorted((a, b) => sequence(a) - sequence(b)).at(-1) as Component,
  );
}

interface Start {
  readonly start: When;
  /** Where the occurrence has an end of its own. */
  readonly end?: number;
}

/** DTSTART, what the rules give, and RDATE, without what ends long before the wanted time. */
function* startsOf(master: Component, first: When, reading: FeedTime): Generator<Start> {
  yield { start: first };
  const length = endOf(master, first, reading) - instantOf(first);
  const near = [reading.from - length - 2 * DAY_MS, reading.to + 2 * DAY_MS] as const;
  for (const { value } of master.all('RRULE'))
    for (const local of ruled(value, first, near))
      if (local !== first.local) yield { start: { ...first, local } };
  for (const property of master.all('RDATE'))
    for (const value of values(property)) {
      const [begin = '', end] = value.split('/');
      const read = whenOf({ ...property, value: begin }, master, reading, first.zone);
      // A date alone in a series of times is a day on which it takes place at its time.
      const start =
        read.isDate && !first.isDate ? { ...first, local: read.local + (first.local % DAY_MS) } : read;
      if (end === undefined) yield { start };
      else yield { start, end: periodEnd(start, { ...property, value: end }, master, reading) };
    }
}

/** Whether EXDATE, EXRULE or an exception of one of those ids takes an occurrence out. */
function exclusion(
  master: Component,
  first: When,
  ids: readonly When[],
  reading: FeedTime,
): (start: When) => boolean {
  const dates = master
    .all('EXDATE')
    .flatMap((property) =>
      values(property).map((value) => excluded({ ...property, value }, master, reading, first)),
    )
    .filter((when) => when !== undefined);
  const out = new Set([...ids, ...dates].map((when) => keyOf(when, first, reading)));
  for (const { value } of master.all('EXRULE'))
    for (const local of ruled(value, first, [reading.from - YEAR_MS, reading.to + DAY_MS]))
      out.add(keyOf({ ...first, local }, first, reading));
  return (start) => out.has(`day ${feedDay(start.local)}`) || out.has(`at ${instantOf(start)}`);
}

/** One that cannot be read takes nothing out, and costs nobody the series. */
function excluded(
  property: Property,
  master: Component,
  reading: FeedTime,
  { zone }: When,
): When | undefined {
  try {
    return whenOf(property, master, reading, zone);
  } catch {
    return undefined;
  }
}

/** What EXDATE or RECURRENCE-ID means in a series that begins so: a day or an instant. */
function keyOf(when: When, first: When, { office }: FeedTime): string {
  if (when.isDate) return `day ${feedDay(when.local)}`;
  if (!first.isDate) return `at ${instantOf(when)}`;
  // Exchange writes a day as midnight in some zone; in UTC it may be that of the office.
  const isMidnight = when.local % DAY_MS === 0;
  return `day ${feedDay(isMidnight ? when.local : office.localOf(instantOf(when)))}`;
}

function occurrence(component: Component, start: When, reading: FeedTime, end?: number): Occurrence {
  const begins = instantOf(start);
  const ends = end ?? endOf(component, start, reading);
  const isWholeDay =
    start.isDate || (start.local % DAY_MS === 0 && ends > begins && start.zone.localOf(ends) % DAY_MS === 0);
  return { component, start: begins, end: ends, isWholeDay };
}

function startOf(component: Component, reading: FeedTime): When {
  const property = component.first('DTSTART');
  if (property === undefined) throw new Error('No beginning');
  const when = whenOf(property, component, reading);
  // Outlook may write a day as midnight, of UTC too.
  const isDay = component.word('X-MICROSOFT-CDO-ALLDAYEVENT') === 'TRUE' && when.local % DAY_MS === 0;
  return isDay ? { ...when, isDate: true, zone: reading.office } : when;
}

/** When an occurrence ends that begins then. A day ends on the next at the earliest, also when it names itself as its end. */
function endOf(component: Component, start: When, reading: FeedTime): number {
  const [dtstart, dtend, duration] = ['DTSTART', 'DTEND', 'DURATION'].map((name) => component.first(name));
  const begins = instantOf(start);
  const day = instantOf({ ...start, local: start.local + DAY_MS });
  if (dtend !== undefined && dtstart !== undefined) {
    const first = startOf(component, reading);
    const last = whenOf(dtend, component, reading, first.zone);
    if (first.isDate) {
      const days = Math.ceil((last.local - first.local) / DAY_MS);
      return instantOf({ ...start, local: start.local + Math.max(1, days) * DAY_MS });
    }
    const length = instantOf(last) - instantOf(first);
    if (length < 0) throw new Error('It ends before it begins');
    return begins + length;
  }
  if (duration === undefined) return start.isDate ? day : begins;
  const end = afterDuration(start, duration.value);
  return start.isDate ? Math.max(day, end) : end;
}

/** Days and weeks of a duration are the calendar's, hours are the clock's (RFC 5545, 3.3.6). */
function afterDuration(start: When, text: string): number {
  const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(
    text.toUpperCase().replaceAll(' ', ''),
  );
  const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (isNegative && (weeks || days || exact)) throw new Error('It ends before it begins');
  const whole = (weeks * 7 + days) * DAY_MS;
  return start.isDate
    ? instantOf({ ...start, local: start.local + whole + exact })
    : instantOf({ ...start, local: start.local + whole }) + exact;
}

/** When a period ends that begins then: at a time, or after a duration. */
function periodEnd(start: When, property: Property, component: Component, reading: FeedTime): number {
  if (/^\+?P/i.test(property.value)) return afterDuration(start, property.value);
  return instantOf(whenOf(property, component, reading, start.zone));
}

/** The busy periods of a VFREEBUSY. */
export function* periodsOf(component: Component, reading: FeedTime): Generator<Occurrence> {
  for (const property of component.all('FREEBUSY')) {
    if (property.params.get('FBTYPE')?.toUpperCase() === 'FREE') continue;
    for (const value of values(property)) {
      const [begin = '', end = ''] = value.split('/');
      const start = whenOf({ ...property, value: begin }, component, reading);
      const ends = periodEnd(start, { ...property, value: end }, component, reading);
      yield { component, start: instantOf(start), end: ends, isWholeDay: false };
    }
  }
}
