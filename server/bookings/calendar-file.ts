import { mailtoLink } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';

/** A participant of a call. */
export interface Attendee {
  readonly name: string;
  readonly email: string;
}

/** A call as an event in calendars. */
export interface CalendarEvent {
  /** The same for every version of the event. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly start: Instant;
  readonly end: Instant;
  /** When it was last changed. */
  readonly changedAt: Instant;
  readonly cancelled: boolean;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  /** Who takes replies. The same in every version: calendars apply a change from the organizer they know, and no other's. */
  readonly organizer: Attendee;
}

/**
 * A calendar file to download (RFC 5546, section 3.2.1, PUBLISH). Not every calendar applies updates of such a file;
 * updates of an invitation by mail are applied.
 */
export function publishedFile(event: CalendarEvent): string {
  return file('PUBLISH', event, []);
}

/**
 * An invitation, its update, or, once the call is cancelled, its cancellation (RFC 5546, sections 3.2.2 and 3.2.5). A
 * booked call is settled: the attendees have accepted, and no answer is asked for.
 */
export function invitation(event: CalendarEvent, attendees: readonly Attendee[]) {
  const method = event.cancelled ? 'CANCEL' : 'REQUEST';
  const reply = event.cancelled ? '' : ';PARTSTAT=ACCEPTED;RSVP=FALSE';
  const lines = attendees.map(
    ({ name, email }) =>
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT${reply};CN=${quoted(name)}:${mailtoLink(email)}`,
  );
  return { method, content: file(method, event, lines) } as const;
}

function file(method: 'PUBLISH' | 'REQUEST' | 'CANCEL', event: CalendarEvent, attendees: readonly string[]) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//oui-48//Rendez-vous//FR',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    // In UTC, as some calendars misread a local time whose zone rules are not in the file.
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    `ORGANIZER;CN=${quoted(event.organizer.name)}:${mailtoLink(event.organizer.email)}`,
    ...attendees,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** A date-time in UTC (RFC 5545, section 3.3.5, form 2). */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Text with its special characters escaped (RFC 5545, section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** A quoted parameter value, which may hold neither double quotes nor controls (RFC 5545, section 3.2). */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that cannot stand there
  return `"${text.replace(/"/g, '’').replace(/[\u0000-\u001f\u007f]/g, ' ')}"`;
}

const MOST_OCTETS = 75;

/** Folds a line into lines of at most 75 octets without splitting a character (RFC 5545, section 3.1). */
function folded(line: string): string {
  let octets = 0;
  let text = '';
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
