import type { Instant } from '#domain/instant.ts';
import { wallTime } from '#domain/wall-clock.ts';
import type { StateCounts } from '#server/leads/operator/operator-reader.ts';
import type { LeadState } from '#server/store/leads/lead-state.ts';
import { UNSAFE } from '#server/system/plain-text.ts';

/** The states of a lead in French. */
export const STATE_WORDS: Readonly<Record<LeadState, string>> = {
  delivered: 'livré',
  waiting: 'en attente',
  refused: 'refusé par Airtable',
  held: 'retenu',
};

/** `1 contact`, `2 contacts`; zero is singular in French. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count < 2 ? one : many}`;
}

/** `12 345`, with the thin space of French numbers. */
export function grouped(count: number): string {
  return count.toLocaleString('fr-FR');
}

export function total(counts: StateCounts): number {
  return counts.delivered + counts.waiting + counts.refused + counts.held;
}

/** `12 contacts : 8 livrés, 2 en attente, 1 refusé par Airtable, 1 retenu.` */
export function countsLine(counts: StateCounts): string {
  const parts = [
    countOf(counts.delivered, 'livré'),
    `${grouped(counts.waiting)} en attente`,
    countOf(counts.refused, 'refusé par Airtable', 'refusés par Airtable'),
    countOf(counts.held, 'retenu'),
  ];
  return `${countOf(total(counts), 'contact')}\u202f: ${parts.join(', ')}.`;
}

/** Advice about leads that need an operator; empty when there is none. */
export function advice({ refused, held }: StateCounts): string[] {
  const ofRefused = [
    `${countOf(refused, 'contact refusé', 'contacts refusés')} par Airtable quelle que soit la stratégie\u202f: ` +
      'rien n’est perdu, chacun est réessayé de loin en loin.',
    'À faire\u202f: npm run doctor dit ce qu’Airtable reproche\u202f; corrigez-le, puis ./oui retry --refused.',
  ];
  const ofHeld = [
    `${countOf(held, 'contact retenu', 'contacts retenus')} parce que douteux\u202f: rien ne part tant que vous ne l’avez pas décidé.`,
    'À faire\u202f: ./oui list --held, puis ./oui release <réf.>, ou erase <réf.> si c’est un abus.',
  ];
  return [...(refused > 0 ? ofRefused : []), ...(held > 0 ? ofHeld : [])];
}

/** Swiss time, whatever the machine's time zone: the two houses are in Switzerland. */
const swiss = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Zurich',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-21 11:34:15`, in Swiss time: sorts as text, and Excel reads it in any language. */
export function swissTime(ms: number): string {
  return swiss.format(ms);
}

/**
 * When a day begins in Switzerland; undefined when there is no such day.
 * @param day `2026-11-21`
 */
export function swissMidnight(day: string): Instant | undefined {
  return /^[\d-]+$/.test(day) ? swissInstant(day, 0) : undefined;
}

/**
 * Parses an instant that an operator typed; undefined when it is none.
 * @param text `2026-11-21`, `2026-11-21 14:05` (or with a T), or `14:05`, which is today's; in Swiss time
 */
export function swissInstant(text: string, now: Instant): number | undefined {
  const parts = /^(?:(\d{4}-\d{2}-\d{2})(?:[T ](?=\d))?)?(\d{2}:\d{2})?$/.exec(text);
  if (parts === null) return undefined;
  const [, day = swissTime(now).slice(0, 10), time = '00:00'] = parts;
  const at = Date.parse(`${day}T${time}:00Z`);
  return [1, 2]
    .map((hoursAhead) => at - hoursAhead * 3_600_000)
    .find((ms) => text !== '' && !Number.isNaN(ms) && swissTime(ms) === `${day} ${time}:00`);
}

/** `21.11.2026 à 9h05`, in Swiss time. */
export function readableTime(ms: number): string {
  return `${readableDay(swissTime(ms).slice(0, 10))} à ${wallTime(ms, 'Europe/Zurich')}`;
}

/** `21.11.2026` out of `2026-11-21`. */
export function readableDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/** `850 ms`, `12 s`, `3 min 20 s`, `2 h 05 min`, `3 j 4 h`. */
export function readableDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} j ${hours % 24} h`;
}

/** The same in indented JSON, whose own lines end with the one control character in it. */
const UNSAFE_IN_JSON = /[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d\n]]/gv;

/** A stored text, safe for a terminal: unsafe characters are written as ‹U+202E›. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const hex = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${hex}›`;
  });
}

/** The same for a text of several lines. */
export function safeLines(text: string): string {
  return text.replace(/[^\r\n]+/g, safeText);
}

/** The names that an instant has in JSON. */
const INSTANT = /(?:At|Start|Until)$|^(?:at|since|until|start|end)$/;

/**
 * JSON with unsafe characters written as escapes, so that it is exact and safe for a terminal; instants are ISO 8601 in
 * UTC.
 */
export function safeJson(value: unknown): string {
  const readable = (name: string, one: unknown) =>
    typeof one === 'number' && INSTANT.test(name) ? new Date(one).toISOString() : one;
  const json = JSON.stringify(value, readable, 2);
  return json.replace(UNSAFE_IN_JSON, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

export interface TableColumn<T> {
  readonly title: string;
  /** In columns of the terminal; absent: as wide as its widest cell. */
  readonly width?: number;
  text(row: T): string;
}

const GAP = '  ';
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });
/** Characters that take two columns (https://www.unicode.org/reports/tr11/), as far as names and addresses hold them. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uff01-\uff60])|\ufe0f/u;

/** Rows under their titles, aligned; what is too long for a column of a given width ends in an ellipsis. No line ends in spaces. */
export function tableLines<T>(columns: readonly TableColumn<T>[], rows: readonly T[]): string[] {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => column.text(row))),
  ];
  const widths = columns.map(
    ({ width }, index) => width ?? Math.max(...lines.map((cells) => widthOf(cells[index] ?? ''))),
  );
  return lines.map((cells) =>
    cells
      .map((cell, index) => fitted(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + widthOfOne(segment), 0);
}

function widthOfOne(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

function fitted(text: string, width: number): string {
  const whole = widthOf(text);
  if (whole <= width) return text + ' '.repeat(width - whole);
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (used + widthOfOne(segment) > width - 1) break;
    kept += segment;
    used += widthOfOne(segment);
  }
  return `${kept}…${' '.repeat(width - used - 1)}`;
}
