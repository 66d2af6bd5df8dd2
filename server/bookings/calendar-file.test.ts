import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { someBooking } from '../../tests/fakes/bookings.ts';
import { ownerEvent } from './calendar-event.ts';
import { type CalendarEvent, invitation, publishedFile } from './calendar-file.ts';

const event: CalendarEvent = {
  uid: 'appel-1@example.ch',
  sequence: 3,
  start: Date.parse('2027-03-29T07:00Z'),
  end: Date.parse('2027-03-29T07:15Z'),
  changedAt: Date.parse('2027-03-01T12:34:56Z'),
  cancelled: false,
  summary: 'Appel avec Atelier 48; 15 minutes, au téléphone',
  description: 'Première ligne\nDeuxième, avec \\ et ;',
  location: 'Par téléphone',
  organizer: { name: 'Atelier 48', email: 'bonjour@atelier48.example' },
};
const visitor = { name: 'Zoé "Müller": rien;', email: 'zoe@example.ch' };

/** Read by a parser that is not ours. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [entry, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  if (entry === undefined) throw new Error('No event');
  return { calendar, entry, event: new ICAL.Event(entry) };
}

/** How often each property stands there; RFC 5546 says it for each method. */
function counts(entry: InstanceType<typeof ICAL.Component>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, entry.getAllProperties(name).length]));
}

const ONCE = ['uid', 'dtstamp', 'dtstart', 'dtend', 'sequence', 'summary', 'organizer', 'status'];

describe.each([
  ['PUBLISH', publishedFile(event), 'CONFIRMED', 0],
  ['REQUEST', invitation(event, [visitor]).content, 'CONFIRMED', 1],
  ['CANCEL', invitation({ ...event, cancelled: true, sequence: 4 }, [visitor]).content, 'CANCELLED', 1],
])('METHOD:%s', (method, file, status, attendees) => {
  it('has what RFC 5546 asks of it, each once', () => {
    const { calendar, entry } = read(file);
    expect(calendar.getFirstPropertyValue('method')).toBe(method);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
    expect(counts(entry, [...ONCE, 'attendee'])).toEqual({
      ...Object.fromEntries(ONCE.map((name) => [name, 1])),
      attendee: attendees,
    });
    expect(entry.getFirstPropertyValue('status')).toBe(status);
  });

  it('says the time in UTC, and whose it is', () => {
    const { entry, event: found } = read(file);
    expect(found.uid).toBe(event.uid);
    expect(found.sequence).toBe(status === 'CANCELLED' ? 4 : 3);
    expect(
      [found.startDate, found.endDate].map((time) => [time.zone.tzid, time.toJSDate().getTime()]),
    ).toEqual([
      ['UTC', event.start],
      ['UTC', event.end],
    ]);
    expect(file).toContain('\r\nDTSTART:20270329T070000Z\r\n');
    expect(file).toContain('\r\nDTSTAMP:20270301T123456Z\r\n');
    expect(found.organizer).toBe('mailto:bonjour@atelier48.example');
    expect(entry.getFirstProperty('organizer')?.getParameter('sent-by')).toBeUndefined();
  });
});

it('names the one who is invited, and asks for no answer: what is booked is accepted', () => {
  const parametersOf = (content: string) => {
    const attendee = read(content).entry.getFirstProperty('attendee');
    expect(attendee?.getFirstValue()).toBe('mailto:zoe@example.ch');
    return ['cn', 'partstat', 'rsvp'].map((name) => attendee?.getParameter(name));
  };
  const name = 'Zoé ’Müller’: rien;';
  expect(parametersOf(invitation(event, [visitor]).content)).toEqual([name, 'ACCEPTED', 'FALSE']);
  const cancelled = invitation({ ...event, cancelled: true }, [visitor]);
  expect(parametersOf(cancelled.content)).toEqual([name, undefined, undefined]);
});

it.each([publishedFile(event), invitation(event, [visitor]).content])('never asks for an answer', (file) => {
  expect(file).not.toMatch(/RSVP=TRUE|NEEDS-ACTION/);
});

it('a cancelled call is published as cancelled, so that a calendar that follows the file drops it', () => {
  const { calendar, entry } = read(publishedFile({ ...event, cancelled: true, sequence: 4 }));
  expect([
    calendar.getFirstPropertyValue('method'),
    entry.getFirstPropertyValue('status'),
    entry.getFirstPropertyValue('sequence'),
  ]).toEqual(['PUBLISH', 'CANCELLED', 4]);
});

it('keeps any text through lines of at most 75 octets that end as they must', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((value) => !/\p{Cc}/u.test(value));
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const file = publishedFile({ ...event, summary, description: `a\n${description}` });
      const { event: found } = read(file);
      expect([found.summary ?? '', found.description]).toEqual([summary, `a\n${description}`]);
      const lines = file.split('\r\n');
      expect(lines.at(-1)).toBe('');
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    }),
    // A backslash before an n is no line break.
    { numRuns: 200, examples: [['C:\\neuf; a, b', 'C:\\neuf; a, b']] },
  );
});

it('turns no text of the owner’s calendar around, whatever name was typed', () => {
  const { time, ...typed } = someBooking(event.start, {
    name: 'Zoé\u202eMüller',
    email: 'zoe\u2067@example.ch',
  });
  const at = { askedStart: time.start, askedPhone: typed.phone, createdAt: 0, changedAt: 0 };
  const booking: StoredBooking = {
    ...typed,
    ...time,
    ...at,
    sequence: 0,
    state: 'booked',
    outcome: null,
    provider: null,
    byName: false,
  };
  const { summary, description } = ownerEvent(
    booking,
    'https://atelier.example/rendez-vous/x',
    event.organizer,
  );
  expect(summary).toBe('Appeler Zoé Müller');
  expect(description).not.toMatch(/[[\p{C}]--\n]/v);
});
