import type { Instant } from '#domain/instant.ts';

/** A property of an entry: its name and parameters in capitals, its value as it is written. */
export interface Property {
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
}

/** One VEVENT or VFREEBUSY. */
export interface Component {
  readonly kind: 'VEVENT' | 'VFREEBUSY';
  readonly calendar: Calendar;
  /** Its properties of that name, in their order. @throws Error when one of dates has none */
  readonly all: (name: string) => Property[];
  /** The first of them; undefined: there is none. */
  readonly first: (name: string) => Property | undefined;
  /** A property of one word, in capitals. */
  readonly word: (name: string) => string;
}

/** What a VCALENDAR says of all its entries. */
export interface Calendar {
  /** METHOD, in capitals. */
  method: string;
  /** X-WR-TIMEZONE: the zone of times that name none. */
  timeZone: string | undefined;
  /** The lines of each VTIMEZONE, by its TZID. */
  readonly zones: Map<string, readonly string[]>;
}

export interface Entries {
  /** Those that may matter between the two instants. */
  readonly components: readonly Component[];
  /** Whether an entry, wanted or not, lies within a year of the first instant. */
  readonly isInUse: boolean;
}

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 366 * DAY_MS;
const PARTS = new Set(['VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'VTODO', 'VJOURNAL']);
const MARK = /^(BEGIN|END)[ \t]*:[ \t]*([A-Z0-9-]+)$/i;
/** Nobody writes some names in capitals and others not: `Status: cancelled` is a line of somebody's text. */
const NAME = /^([A-Z0-9-]+|[a-z0-9-]+)[ \t]*(?=[;:])/;
/** All else is of no use here, and so cannot be wrong. */
const USED = new Set(
  'UID SUMMARY DTSTART DTEND DURATION RRULE EXRULE RDATE EXDATE RECURRENCE-ID SEQUENCE STATUS TRANSP ATTENDEE FREEBUSY X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT'.split(
    ' ',
  ),
);
const OF_DATES = new Set(['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'FREEBUSY']);
/** Nothing is said by it. */
const EMPTY = /^(EXDATE|RDATE|RRULE|EXRULE|FREEBUSY|DURATION|DTEND)\b[^:]*:$/i;
/** Where the value of a date begins: names of zones may have colons of their own, and nobody quotes them. */
const DATE = /:\s*(?=\d{4}-?\d\d-?\d\d)/;

/**
 * The entries of a calendar that may matter between two instants. What programs write that RFC 5545 does not allow is
 * read as it is meant where one meaning is left: line ends of any kind, raw line breaks in texts, blanks, a missing
 * END, several calendars in one body. Nothing is understood yet, so one entry's fault costs no other.
 * @throws Error when the text is no calendar, or not a whole one
 */
export function calendarEntries(
  text: string,
  wanted: { readonly from: Instant; readonly to: Instant },
): Entries {
  const components: Component[] = [];
  const matters = near(wanted);
  let isInUse = false;
  let known = 0;
  let calendar: Calendar | undefined;
  let part: { readonly kind: string; readonly lines: string[]; inner: number } | undefined;

  const endPart = () => {
    if (part !== undefined && calendar !== undefined) {
      const { kind, lines } = part;
      if (kind === 'VTIMEZONE') calendar.zones.set(zoneNameOf(lines), lines);
      if (kind === 'VEVENT' || kind === 'VFREEBUSY') {
        const { isWanted, isRecent } = kind === 'VEVENT' ? matters(lines) : ALWAYS;
        if (isWanted) components.push(componentOf(kind, calendar, lines));
        isInUse ||= isRecent;
      }
    }
    part = undefined;
  };

  const logicalLines = text
    .replace(/\r+\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  for (const raw of logicalLines) {
    const line = raw.trim();
    const [, mark, name = ''] = MARK.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (mark === undefined) {
      if (part === undefined) noteOf(line, calendar);
      else if (part.inner === 0 || part.kind === 'VTIMEZONE') part.lines.push(line);
    } else if (mark.toUpperCase() === 'BEGIN') {
      if (kind === 'VCALENDAR') {
        endPart();
        known += 1;
        calendar = { method: '', timeZone: undefined, zones: new Map() };
      } else if (PARTS.has(kind)) {
        endPart();
        part = { kind, lines: [], inner: 0 };
      } else if (part !== undefined) {
        part.inner += 1;
        if (part.kind === 'VTIMEZONE') part.lines.push(line);
      }
    } else if (kind === 'VCALENDAR') {
      endPart();
      calendar = undefined;
    } else if (kind === part?.kind) endPart();
    else if (part !== undefined && part.inner > 0) {
      part.inner -= 1;
      if (part.kind === 'VTIMEZONE') part.lines.push(line);
    }
  }
  if (known === 0) throw new Error('Not a calendar');
  if (calendar !== undefined) throw new Error('Not a whole calendar');
  return { components, isInUse };
}

function noteOf(line: string, calendar: Calendar | undefined): void {
  if (calendar === undefined) return;
  const [, name, value = ''] = /^(METHOD|X-WR-TIMEZONE)\b[^:]*:\s*(.*)$/i.exec(line) ?? [];
  if (name?.toUpperCase() === 'METHOD') calendar.method = value.toUpperCase();
  if (name?.toUpperCase() === 'X-WR-TIMEZONE') calendar.timeZone = value;
}

function zoneNameOf(lines: readonly string[]): string {
  return bareZoneName(lines.map((line) => /^TZID\b[^:]*:(.*)$/i.exec(line)?.[1]).find(Boolean) ?? '');
}

/** The name of a zone without what programs put around it: quotes, escapes, blanks. */
export function bareZoneName(name: string): string {
  return name.replace(/["\\]/g, '').trim();
}

function componentOf(kind: Component['kind'], calendar: Calendar, lines: readonly string[]): Component {
  const byName = Map.groupBy(lines, (line) => NAME.exec(line)?.[1]?.toUpperCase() ?? '');
  const written = (name: string) => (USED.has(name) ? (byName.get(name) ?? []) : []);
  const all = (name: string) =>
    written(name)
      .filter((line) => !EMPTY.test(line))
      .map(propertyOf);
  const first = (name: string) => all(name)[0];
  const word = (name: string) => first(name)?.value.toUpperCase() ?? '';
  return { kind, calendar, all, first, word };
}

function propertyOf(line: string): Property {
  const name = NAME.exec(line)?.[1]?.toUpperCase() ?? '';
  const colon = OF_DATES.has(name) ? DATE.exec(line)?.index : colonOf(line);
  if (colon === undefined) throw new Error(`${name} without a date`);
  const params = new Map<string, string>();
  for (const [, key = '', value = ''] of line
    .slice(0, colon)
    .matchAll(/;[ \t]*([A-Z0-9-]+)[ \t]*=("[^"]*"|[^;"]*)/gi))
    params.set(key.toUpperCase(), value.replaceAll('"', '').trim());
  return { params, value: line.slice(colon + 1).trim() };
}

/** The first colon outside of quotes; where a quote is never closed, the first one. */
function colonOf(line: string): number {
  const colon = /^(?:[^":]|"[^"]*")*(?=:)/.exec(line)?.[0].length ?? line.indexOf(':');
  return colon < 0 ? line.length : colon;
}

/** What an entry calls itself, for the owner: its title, or else its UID. */
export function titleOf({ first }: Component): string {
  const text = first('SUMMARY')?.value || first('UID')?.value || '';
  return text.replace(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? ' ' : char));
}

const ALWAYS = { isWanted: true, isRecent: true };

/**
 * Leaves out entries outside of the wanted time that do not recur, as understanding ten years of them takes too long. An
 * entry whose times cannot be read by a simple pattern stays.
 */
function near({ from, to }: { readonly from: Instant; readonly to: Instant }) {
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10).replaceAll('-', '');
  const [first, last] = [day(from - 2 * DAY_MS), day(to + 2 * DAY_MS)];
  const [yearAgo, inAYear] = [day(from - YEAR_MS), day(from + YEAR_MS)];
  return (lines: readonly string[]) => {
    let [start, end, until] = ['', '', ''];
    let repeats = false;
    for (const line of lines) {
      if (/^(RRULE|RDATE|EXRULE|RECURRENCE-ID)\b/i.test(line)) {
        repeats = true;
        const ends = /^RRULE\b.*UNTIL=(\d{8})/i.exec(line)?.[1];
        // Further dates may come after the rule's end.
        until = ends === undefined ? '99991231' : ends > until ? ends : until;
      }
      if (/^DTSTART\b/i.test(line)) start ||= dayIn(line);
      if (/^DTEND\b/i.test(line)) end ||= dayIn(line);
    }
    const isOver = end !== '' && end < first;
    const isFar = start !== '' && start > last;
    const latest = repeats ? until : end || start;
    return {
      // What is over for a year reaches no wanted time: nothing lasts longer.
      isWanted: repeats ? until === '' || until >= yearAgo : !isOver && !isFar,
      isRecent: start !== '' && start <= inAYear && (latest === '' || latest >= yearAgo),
    };
  };
}

function dayIn(line: string): string {
  const [, year, month, day] = /:\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(line) ?? [];
  return year === undefined ? '' : `${year}${month}${day}`;
}
