import { dayOf, type Weekday } from '#domain/calendar.ts';
import { isMailAddress } from '#domain/email.ts';
import type { ExceptionalDay } from '#domain/opening-hours.ts';
import type { FactNode } from './fact-file.ts';

/** What a fact can be. */
export interface Kind<T> {
  /** What is expected, as the end of « il faut … », in French. */
  readonly expects: string;
  /** Whether a text on one line can be such a value. */
  readonly oneLine?: boolean;
  /** A value as it is written into the file; absent: as JavaScript writes it. */
  write?(value: T): string;
  /** @returns undefined where the value is not of this kind */
  read(node: FactNode): T | undefined;
}

const typed = <T>(expects: string, read: (text: string) => T | undefined): Kind<T> => ({
  expects,
  oneLine: true,
  read: ({ value }) => (typeof value === 'string' && value !== '' ? read(value) : undefined),
});

const matching = (expects: string, pattern: RegExp) =>
  typed(expects, (text) => (pattern.test(text) ? text : undefined));

/** A text on one line, as it is shown: the straight apostrophe becomes the typographic one. */
export const text = typed('un texte', (given) => given.replaceAll("'", '’').replaceAll(/\s*\n\s*/g, ' '));

export const time = matching('une heure comme 09:00', /^([01]\d|2[0-3]):[0-5]\d$/);

export const date = typed('une date comme 2026-11-21', (given) =>
  dayOf(given) === undefined ? undefined : given,
);

const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

/** The days of a week on which something is open. */
export const weekdays: Kind<readonly Weekday[]> = {
  ...typed(
    'des jours, comme lundi-vendredi ou mardi, jeudi, samedi',
    (given): readonly Weekday[] | undefined => {
      const days = given.split(',').flatMap((part) => {
        const [first = -1, last = first, ...more] = part
          .split('-')
          .map((day) => WEEKDAYS.indexOf(day.trim()));
        if (first < 0 || last < first || more.length > 0) return [undefined];
        return Array.from({ length: last - first + 1 }, (_, index) => (first + index + 1) as Weekday);
      });
      return days.every((day) => day !== undefined) ? [...new Set(days)].toSorted() : undefined;
    },
  ),
  write: (days) => days.map((day) => WEEKDAYS[day - 1]).join(', '),
};

/** Other hours of one day, or none. */
export const exceptionalDay = typed(
  'un jour et ses heures, comme 2026-12-24 09:00-16:00, ou 2026-12-26 fermé',
  (given): ExceptionalDay | undefined => {
    const [, iso = '', opens, closes] =
      /^(\S+) (?:fermé|([01]\d:[0-5]\d|2[0-3]:[0-5]\d)-([01]\d:[0-5]\d|2[0-3]:[0-5]\d))$/.exec(given) ?? [];
    const date = dayOf(iso);
    if (date === undefined || (opens && closes && opens >= closes)) return undefined;
    return { date, hours: opens && closes ? { opens, closes } : undefined };
  },
);

/** A Swiss number has nine digits after +41, the first of which is no 0. */
export const phone = typed(
  'un numéro avec son indicatif et ses espaces, comme +41 21 555 01 48 (en Suisse, neuf chiffres après +41)',
  (given) => {
    const isSwiss = given.startsWith('+41 ');
    const fits = !isSwiss || /^\+41[1-9]\d{8}$/.test(given.replaceAll(' ', ''));
    return fits && /^\+\d{1,3}( \d{1,4}){2,6}$/.test(given) ? given : undefined;
  },
);

export const email = typed('une adresse e-mail', (given) => (isMailAddress(given) ? given : undefined));

export const webAddress = typed('une adresse qui commence par https://', (given) =>
  URL.parse(given)?.protocol === 'https:' ? given : undefined,
);

export const uid = matching('un numéro comme CHE-123.456.789', /^CHE-\d{3}\.\d{3}\.\d{3}$/);

export const youtube = matching('les 11 signes qui suivent « v= » dans l’adresse du film', /^[\w-]{11}$/);

export const wholeNumber = (least: number, most: number): Kind<number> =>
  typed(`un nombre entier de ${least} à ${most}`, (given) => within(given, /^\d{1,6}$/, least, most));

export const decimalNumber = (least: number, most: number): Kind<number> =>
  typed(`un nombre de ${least} à ${most}, comme 4.5`, (given) =>
    within(given.replace(',', '.'), /^\d{1,3}(\.\d{1,2})?$/, least, most),
  );

function within(given: string, pattern: RegExp, least: number, most: number): number | undefined {
  const value = Number(given);
  return pattern.test(given) && value >= least && value <= most ? value : undefined;
}

export const oneOf = <const T extends string>(...words: readonly T[]): Kind<T> =>
  typed(words.map((word) => `« ${word} »`).join(' ou '), (given) => words.find((word) => word === given));

/** Names with a value each; all of them are asked for, and no others may be there. */
export function record<T extends object>(kinds: { readonly [K in keyof T]: Kind<T[K]> }): Kind<T> {
  const names = Object.keys(kinds) as (keyof T & string)[];
  return {
    expects: names.map((name) => `${name} (${kinds[name].expects})`).join(', '),
    read({ value }) {
      if (!(value instanceof Map) || [...value.keys()].some((name) => !names.includes(name)))
        return undefined;
      const entries = names.map((name) => {
        const node = value.get(name);
        return [name, node && kinds[name].read(node)] as const;
      });
      return entries.every(([, one]) => one !== undefined) ? (Object.fromEntries(entries) as T) : undefined;
    },
  };
}

export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  return {
    expects: `une liste, dont chaque élément est\u202f: ${kind.expects}`,
    read({ value }) {
      if (!Array.isArray(value)) return undefined;
      const read = value.map((node: FactNode) => kind.read(node));
      return read.every((one) => one !== undefined) ? (read as T[]) : undefined;
    },
  };
}

/** Days with other hours, each once: which of two lines holds, nobody could say. */
export const exceptionalDays: Kind<readonly ExceptionalDay[]> = {
  expects: `${listOf(exceptionalDay).expects}\u202f; chaque jour une seule fois`,
  read(node) {
    const days = listOf(exceptionalDay).read(node);
    return days && new Set(days.map(({ date }) => date)).size === days.length ? days : undefined;
  },
};
