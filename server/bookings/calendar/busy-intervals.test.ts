import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedFile } from '../calendar-file.ts';
import { busyIntervals, type inTime, merged } from './busy-intervals.ts';

const wanted = {
  from: Date.parse('2027-03-01T00:00Z'),
  to: Date.parse('2027-04-30T00:00Z'),
  timeZone: 'Europe/Zurich',
  host: 'exemple.ch',
};

const ZURICH_OF_OUTLOOK = `BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
`;

function calendar(body: string): string {
  return `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${body}END:VCALENDAR\n`.replaceAll('\n', '\r\n');
}

function entry(lines: string, uid = 'a'): string {
  return `BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20270101T000000Z\n${lines}\nEND:VEVENT\n`;
}

/** With a minute for each entry, which no busy machine reaches: the limit has tests of its own. */
const busy = (body: string) =>
  busyIntervals(calendar(body), wanted, 60_000).busy.map(({ start, end }) =>
    [start, end].map((instant) => new Date(instant).toISOString().slice(0, 16)).join(' '),
  );

const HOUR = 'DTSTART:20270401T070000Z\nDTEND:20270401T080000Z';

describe('when an entry is', () => {
  it.each([
    ['UTC', HOUR],
    ['a zone with its rules', 'DTSTART;TZID=W. Europe Standard Time:20270401T090000\nDURATION:PT1H'],
    [
      'a zone that has only its name',
      'DTSTART;TZID=Europe/Zurich:20270401T090000\nDTEND;TZID=Europe/Zurich:20270401T100000',
    ],
    ['no zone at all', 'DTSTART:20270401T090000\nDTEND:20270401T100000'],
  ])('%s', (_what, lines) => {
    expect(busy(ZURICH_OF_OUTLOOK + entry(lines))).toEqual(['2027-04-01T07:00 2027-04-01T08:00']);
  });

  it('the wall’s time on both sides of the change, in a series', () => {
    const series = 'DTSTART;TZID=Europe/Zurich:20270326T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4';
    expect(busy(entry(series))).toEqual([
      '2027-03-26T08:00 2027-03-26T09:00',
      '2027-03-27T08:00 2027-03-27T09:00',
      '2027-03-28T07:00 2027-03-28T08:00',
      '2027-03-29T07:00 2027-03-29T08:00',
    ]);
  });

  it('a day of the office, unless it says that it is free', () => {
    const day = 'DTSTART;VALUE=DATE:20270328\nDTEND;VALUE=DATE:20270329';
    for (const lines of [day, `${day}\nTRANSP:OPAQUE`, `${day}\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`])
      expect(busy(entry(lines))).toEqual(['2027-03-27T23:00 2027-03-28T22:00']);
    for (const lines of ['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])
      expect(busy(entry(`${day}\n${lines}`))).toEqual([]);
  });
});

const FIXTURES = 'tests/fixtures/calendars';

/** An input that other programs got wrong, with its right answer. */
interface Case {
  readonly name: string;
  /** Where it was reported. */
  readonly source?: string;
  /** Of a calendar, or of what stands in one. */
  readonly lines: readonly string[];
  readonly busy: readonly (readonly string[])[];
  /** The titles of the entries that cannot be read. */
  readonly odd?: readonly string[];
}

const ofOwner = { ...wanted, owners: ['claire@exemple.ch'] };
const asWritten = (intervals: readonly { readonly start: number; readonly end: number }[]) =>
  intervals.map(({ start, end }) =>
    [start, end].map((instant) => `${new Date(instant).toISOString().slice(0, 16)}Z`),
  );

describe('what was reported of other programs is read right', () => {
  const cases = JSON.parse(readFileSync(`${FIXTURES}/cases.json`, 'utf8')) as readonly Case[];
  const textOf = ({ lines }: Case) =>
    lines[0] === 'BEGIN:VCALENDAR'
      ? `${lines.join('\r\n')}\r\n`
      : calendar(lines.map((line) => `${line}\n`).join(''));

  it.each(cases)('$name', (given) => {
    const { busy: found, odd } = busyIntervals(textOf(given), ofOwner, 60_000);
    expect([asWritten(found), odd]).toEqual([given.busy, given.odd ?? []]);
  });

  it.each([
    ['CR CR LF', '\r\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('with line ends of %s', (_name, lineEnd) => {
    for (const given of cases) {
      const { busy: found } = busyIntervals(
        `\uFEFF${textOf(given).replaceAll('\r\n', lineEnd)}`,
        ofOwner,
        60_000,
      );
      expect(asWritten(found), given.name).toEqual(given.busy);
    }
  });
});

it.each(['google', 'outlook-com', 'exchange', 'apple', 'nextcloud', 'zimbra', 'infomaniak', 'proton'])(
  'a feed of %s is read to the minute, in winter and in summer',
  (feed) => {
    const text = readFileSync(`${FIXTURES}/${feed}.ics`, 'utf8');
    const year = { ...ofOwner, from: Date.parse('2027-01-01T00:00Z'), to: Date.parse('2028-01-01T00:00Z') };
    const { busy: found, wholeDays, odd, isInUse } = busyIntervals(text, year, 60_000);
    expect(asWritten(found)).toEqual([
      ['2027-02-16T08:30Z', '2027-02-16T09:15Z'],
      ['2027-03-25T08:00Z', '2027-03-25T09:00Z'],
      ['2027-04-08T12:00Z', '2027-04-08T13:00Z'],
      ['2027-04-15T07:00Z', '2027-04-15T08:00Z'],
      ['2027-07-13T22:00Z', '2027-07-15T22:00Z'],
    ]);
    expect(asWritten(merged(wholeDays))).toEqual([['2027-07-13T22:00Z', '2027-07-15T22:00Z']]);
    expect([odd, isInUse]).toEqual([[], true]);
  },
);

describe('a feed is in use', () => {
  const inUse = (...lines: string[]) =>
    busyIntervals(calendar(lines.map((one) => entry(one)).join('')), wanted).isInUse;

  it('when an entry, or a series that goes on, lies within a year', () => {
    expect(inUse(HOUR)).toBe(true);
    expect(inUse('DTSTART:20270901T070000Z\nDURATION:PT1H')).toBe(true);
    expect(inUse('DTSTART:20100401T070000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY')).toBe(true);
  });

  it('and is not when it has none', () => {
    expect(inUse()).toBe(false);
    expect(inUse('DTSTART:20250401T070000Z\nDURATION:PT1H', 'DTSTART:20290401T070000Z\nDURATION:PT1H')).toBe(
      false,
    );
    expect(inUse('DTSTART:20200401T070000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20210401T070000Z')).toBe(
      false,
    );
  });
});

it('is not busy when it says that it is free, or is cancelled, or takes no time, or is one of our calls', () => {
  const ours = publishedFile({
    uid: 'appel-1@exemple.ch',
    ...{ sequence: 0, changedAt: 0, cancelled: false, summary: 'x', description: 'x', location: 'x' },
    start: Date.parse('2027-04-01T07:00Z'),
    end: Date.parse('2027-04-01T08:00Z'),
    organizer: { name: 'x', email: 'x@y' },
  });
  for (const lines of [
    `${HOUR}\nTRANSP:TRANSPARENT`,
    `${HOUR}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE`,
    `${HOUR}\nSTATUS:CANCELLED`,
    'DTSTART:20270401T070000Z',
  ])
    expect(busy(entry(lines))).toEqual([]);
  expect(busyIntervals(ours, wanted).busy).toEqual([]);
  expect(busyIntervals(ours, { ...wanted, host: 'autre.ch' }).busy).toHaveLength(1);
});

it('follows a series with its exceptions: one left out, one moved, one cancelled, one moved in from beyond', () => {
  const series =
    'DTSTART:20270401T070000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=60\nEXDATE:20270402T070000Z';
  const moved = 'RECURRENCE-ID:20270403T070000Z\nDTSTART:20270403T100000Z\nDURATION:PT1H';
  const cancelled =
    'RECURRENCE-ID:20270404T070000Z\nDTSTART:20270404T070000Z\nDURATION:PT1H\nSTATUS:CANCELLED';
  const fromBeyond = 'RECURRENCE-ID:20270510T070000Z\nDTSTART:20270402T120000Z\nDURATION:PT1H';
  const found = busy([series, moved, cancelled, fromBeyond].map((lines) => entry(lines)).join(''));
  expect(found.slice(0, 4)).toEqual([
    '2027-04-01T07:00 2027-04-01T08:00',
    '2027-04-02T12:00 2027-04-02T13:00',
    '2027-04-03T10:00 2027-04-03T11:00',
    '2027-04-05T07:00 2027-04-05T08:00',
  ]);
});

it('knows series that began long ago and go on without end', () => {
  const weekly = 'DTSTART:20100104T070000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO';
  expect(busy(entry(weekly))).toHaveLength(9);
  const fortnights = busy(entry(weekly.replace('WEEKLY', 'WEEKLY;INTERVAL=2')));
  expect(fortnights.map((one) => one.slice(5, 10))).toEqual(['03-08', '03-22', '04-05', '04-19']);
  const daily = 'DTSTART;TZID=Europe/Zurich:19950104T070000\nDURATION:PT1H\nRRULE:FREQ=DAILY';
  expect(busy(entry(daily))).toHaveLength(60);
});

it('merges what touches or overlaps', () => {
  const more = entry('DTSTART:20270401T073000Z\nDTEND:20270401T090000Z', 'b');
  expect(busy(entry(HOUR) + more)).toEqual(['2027-04-01T07:00 2027-04-01T09:00']);
});

describe('an odd entry beside a good one', () => {
  const good = entry(HOUR, 'good');
  const april = { start: Date.parse('2027-04-01T07:00Z'), end: Date.parse('2027-04-01T08:00Z') };

  it.each([
    ['a frequency that nobody knows', `${HOUR}\nRRULE:FREQ=FORTNIGHTLY`],
    ['a day that nobody knows', `${HOUR}\nRRULE:FREQ=WEEKLY;BYDAY=XX`],
    ['no beginning', 'SUMMARY:x'],
    ['another’s occurrence without a beginning', 'RECURRENCE-ID:20270401T070000Z'],
    ['a beginning that is none', 'DTSTART:20270401T0\u0000'],
  ])('is left out and named: %s', (_what, lines) => {
    for (const body of [
      entry(`SUMMARY:Étrange\n${lines}`) + good,
      good + entry(`SUMMARY:Étrange\n${lines}`),
    ]) {
      expect(busy(body)).toEqual(['2027-04-01T07:00 2027-04-01T08:00']);
      expect(busyIntervals(calendar(body), wanted).odd).toEqual(['Étrange']);
    }
  });

  it.each([
    ['every second', 'DTSTART:20270220T080000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY'],
    ['every second, from within the wanted time', 'DTSTART:20270401T070000Z\nRRULE:FREQ=SECONDLY'],
    ['every minute', 'DTSTART:20200301T080000Z\nDURATION:PT1S\nRRULE:FREQ=MINUTELY'],
    ['on a day that never comes', 'DTSTART:20270301T080000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['for 99,999,999,999 weeks', 'DTSTART:20270301T080000Z\nDURATION:P99999999999W'],
    ['for 1,900 years', 'DTSTART:20270301T080000Z\nDURATION:P99999W'],
    ['for 1,900 years, each day', 'DTSTART:20270301T080000Z\nDURATION:P99999W\nRRULE:FREQ=DAILY'],
    ['until the last year', 'DTSTART:20270301T080000Z\nDTEND:99991231T000000Z'],
  ])('that has no end is left out and named: %s', (_what, lines) => {
    const body = calendar(entry(`SUMMARY:Sans fin\n${lines}`) + good);
    expect(busyIntervals(body, wanted, 300)).toMatchObject({ busy: [april], odd: ['Sans fin'] });
  });

  it('that takes long is followed once more, for its whole time, after those that do not', () => {
    const given: number[] = [];
    const slowly: typeof inTime = (ms, work) => {
      given.push(ms);
      if (ms < 500) throw Object.assign(new Error('slow'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
      return work();
    };
    const later = entry('DTSTART:20270402T070000Z\nDTEND:20270402T080000Z', 'later');
    expect(busyIntervals(calendar(good + later), wanted, 1_000, slowly)).toMatchObject({
      busy: [april, {}],
      odd: [],
    });
    expect(given).toEqual([100, 50, 1_000, 1_000]);
  });

  it('is not odd for being long: a year away, and what lasts for ever but is free', () => {
    const away = entry('DTSTART:20261001T080000Z\nDURATION:P52W');
    expect(busyIntervals(calendar(away + good), wanted)).toMatchObject({ busy: [{}], odd: [] });
    const free = entry('DTSTART:20270301T080000Z\nDTEND:99991231T000000Z\nTRANSP:TRANSPARENT');
    expect(busyIntervals(calendar(free + good), wanted)).toMatchObject({ busy: [april], odd: [] });
  });

  it('with time zone rules that cannot be read is at the time of the zone’s name', () => {
    const zone =
      'BEGIN:VTIMEZONE\nTZID:Europe/Zurich\nBEGIN:STANDARD\nRRULE:FREQ=XX\nEND:STANDARD\nEND:VTIMEZONE\n';
    const local = entry('DTSTART;TZID=Europe/Zurich:20270401T090000\nDURATION:PT1H');
    expect(busy(zone + local)).toEqual(['2027-04-01T07:00 2027-04-01T08:00']);
  });
});

it.each([
  '',
  'Bonjour',
  '<!doctype html><title>Connexion</title>',
  'BEGIN:VCARD\nEND:VCARD',
  calendar(entry(HOUR)).slice(0, -20),
])('refuses what is no calendar: %j', (text) => {
  expect(() => busyIntervals(text, wanted)).toThrow();
});
