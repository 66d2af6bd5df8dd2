/** Somebody with a mailbox. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** A call as calendars know it. Instants are milliseconds since the epoch. */
export interface CalendarEvent {
  /** Never changes, whatever happens to the call. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly start: number;
  readonly end: number;
  /** When it was last changed. */
  readonly changedAt: number;
  readonly cancelled: boolean;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  /** In a mail: who sends it, to the letter of its From. */
  readonly organizer: Person;
}

/**
 * A calendar file for somebody to take along (RFC 5546, section 3.2.1): it invites nobody.
 * Updates of it are not taken up by every calendar; an invitation by mail is.
 */
export function publishedFile(event: CalendarEvent): string {
  return file('PUBLISH', event, []);
}

/**
 * An invitation, its update, or, once the call is cancelled, its withdrawal (RFC 5546, sections 3.2.2 and 3.2.5), to
 * be sent from the organizer's own address.
 */
export function invitation(event: CalendarEvent, attendee: Person): string {
  const method = event.cancelled ? 'CANCEL' : 'REQUEST';
  const reply = event.cancelled ? '' : ';PARTSTAT=NEEDS-ACTION;RSVP=TRUE';
  const line = `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT${reply};CN=${quoted(attendee.name)}:mailto:${attendee.email}`;
  return file(method, event, [line]);
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
    // In UTC: a local time without the rules of its zone is an hour off in some calendars.
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    `ORGANIZER;CN=${quoted(event.organizer.name)}:mailto:${event.organizer.email}`,
    ...attendees,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** RFC 5545, section 3.3.5, form 2. */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545, section 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** A parameter's value cannot hold a double quote (RFC 5545, section 3.2), nor a control. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that cannot stand there
  return `"${text.replace(/"/g, '’').replace(/[\u0000-\u001f\u007f]/g, ' ')}"`;
}

const MOST_OCTETS = 75;

/** Lines of at most 75 octets, no character cut in two (RFC 5545, section 3.1). */
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
