import ICAL from 'ical.js';
import type { Instant } from '#domain/instant.ts';

type Component = InstanceType<typeof ICAL.Component>;

const DAY_MS = 24 * 60 * 60_000;
const PARTS = /^BEGIN:(VEVENT|VTIMEZONE|VTODO|VJOURNAL|VFREEBUSY)\r?\n[\s\S]*?^END:\1\r?\n/gm;

export interface Entries {
  readonly components: readonly Component[];
  /** The titles of those that could not be read. */
  readonly unreadable: readonly string[];
}

/**
 * The entries of a calendar that may matter between two instants, each parsed for itself, so that an unreadable one
 * costs no other.
 * @throws Error when the text is no calendar, or not a whole one
 */
export function readEntries(text: string, wanted: { readonly from: Instant; readonly to: Instant }): Entries {
  const parts: { readonly kind: string; readonly text: string }[] = [];
  const matters = near(wanted);
  const around = text.replace(/\r?\n[ \t]/g, '').replace(PARTS, (part, kind: string) => {
    if (kind === 'VTIMEZONE' || (kind === 'VEVENT' && matters(part))) parts.push({ kind, text: part });
    return '';
  });
  const calendar = new ICAL.Component(ICAL.parse(around));
  if (calendar.name !== 'vcalendar') throw new Error('Not a calendar');
  const unreadable: string[] = [];
  for (const { kind, text: part } of parts)
    try {
      const component = new ICAL.Component(ICAL.parse(part));
      if (kind === 'VEVENT' && !component.hasProperty('dtstart')) unreadable.push(titleOf(part));
      else calendar.addSubcomponent(component);
    } catch {
      // Times in a zone whose rules are missing are understood by the zone's name.
      if (kind === 'VEVENT') unreadable.push(titleOf(part));
    }
  return { components: calendar.getAllSubcomponents('vevent'), unreadable };
}

/**
 * Leaves out entries outside of the wanted time that do not recur, as parsing ten years of them takes too long. An
 * entry whose times cannot be read by a simple pattern stays.
 */
function near({ from, to }: { readonly from: Instant; readonly to: Instant }): (entry: string) => boolean {
  const [first = '', last = ''] = [from - 2 * DAY_MS, to + 2 * DAY_MS].map((instant) =>
    new Date(instant).toISOString().slice(0, 10).replaceAll('-', ''),
  );
  return (entry) => {
    if (/^(RRULE|RDATE|RECURRENCE-ID)\b/m.test(entry)) return true;
    const start = /^DTSTART\b[^:\r\n]*:(\d{8})/m.exec(entry)?.[1];
    const end = /^DTEND\b[^:\r\n]*:(\d{8})/m.exec(entry)?.[1];
    const over = end !== undefined && end < first;
    const far = start !== undefined && start > last;
    return !over && !far;
  };
}

function titleOf(entry: string): string {
  return (/^SUMMARY\b[^:\r\n]*:(.*)/m.exec(entry) ?? /^UID:(.*)/m.exec(entry))?.[1]?.trim() ?? '';
}
