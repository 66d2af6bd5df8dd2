import { isoDayIn, sameWall, wallDay, wallTime } from '#domain/wall-clock.ts';

/** A day of the visitor's on which calls can begin. */
export interface Day {
  /** `YYYY-MM-DD`. */
  readonly key: string;
  /** « mardi 24 novembre ». */
  readonly name: string;
  /** Instants, as the server writes them. */
  readonly starts: readonly string[];
}

/** A time at which a call can begin, as a visitor reads it. */
export interface Time {
  /** « 9h00 », on the visitor's wall. */
  readonly shown: string;
  /** The same at the office, where its clock shows another time or day. */
  readonly atOffice: string | undefined;
}

/** The days that free times fall on where the visitor is, in the order of the times. */
export function daysOf(starts: readonly string[], visitorZone: string): Day[] {
  const days = new Map<string, string[]>();
  for (const start of starts) {
    const key = isoDayIn(Date.parse(start), visitorZone);
    days.set(key, [...(days.get(key) ?? []), start]);
  }
  return [...days].map(([key, ofDay]) => ({
    key,
    name: wallDay(Date.parse(ofDay[0] ?? ''), visitorZone),
    starts: ofDay,
  }));
}

/** The day whose times are shown: the wanted one, or where it has none left the next that has some. */
export function dayShown(days: readonly Day[], wanted: string | undefined): Day | undefined {
  return (
    days.find(({ key }) => key === wanted) ?? days.find(({ key }) => key > (wanted ?? '')) ?? days.at(-1)
  );
}

/** What both walls show at an instant. */
export function clockTime(start: string, visitorZone: string, officeZone: string): Time {
  const instant = Date.parse(start);
  const same = sameWall(instant, visitorZone, officeZone);
  return {
    shown: wallTime(instant, visitorZone),
    atOffice: same ? undefined : wallTime(instant, officeZone),
  };
}

/** « mardi 24 novembre, 9h00 » where the visitor is. */
export function momentOf(start: string, visitorZone: string): string {
  const instant = Date.parse(start);
  return `${wallDay(instant, visitorZone)}, ${wallTime(instant, visitorZone)}`;
}

/** The visitor's IANA time zone; UTC where the browser names none, or one that it does not know (`Etc/Unknown`). */
export function zoneOfVisitor(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as Partial<Intl.ResolvedDateTimeFormatOptions>;
  try {
    return Intl.DateTimeFormat('fr', { timeZone: timeZone ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
