/** Local dates and times, in French. */

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant as `Intl.DateTimeFormat` writes it. Formatters are kept for the next call, as making one takes long.
 * @param timeZone an IANA name
 * @param instant the point in time to write, as Unix time in milliseconds
 */
export function localText(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  instant: number,
  locale = 'fr-CH',
): string {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  if (formats.size < 200) formats.set(key, known);
  return known.format(instant);
}

/** « mardi 24 novembre », with « 1er » for the first of a month. A no-break space joins the number and the month. */
export function wallDay(instant: number, timeZone: string): string {
  const day = localText(timeZone, { weekday: 'long', day: 'numeric', month: 'long' }, instant);
  return day.replace(/ 1(?= )/, ' 1er').replace(/ (?=\S+$)/, '\u00a0');
}

/** What `wallDay` writes, word by word: « mardi », « 24 », « novembre ». */
export function dayWords(day: string): { weekday: string; date: string; month: string } {
  const [weekday = '', date = '', month = ''] = day.split(/\s/);
  return { weekday, date, month };
}

/** « 9h00 ». */
export function wallTime(instant: number, timeZone: string): string {
  const time = localText(timeZone, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }, instant);
  return time.replace(/^0(?=\d)/, '').replace(':', 'h');
}

/** « mardi 24 novembre à 9h00 »; no line ends before the hour. */
export function wallMoment(instant: number, timeZone: string): string {
  return `${wallDay(instant, timeZone)} à\u00a0${wallTime(instant, timeZone)}`;
}

/** `YYYY-MM-DD`, in every engine: Sweden's dates are written so, while Canada's depend on the version of the data. */
export function isoDayIn(instant: number, timeZone: string): string {
  return localText(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, instant, 'sv-SE');
}

/** An instant as the API writes it: ISO 8601 in UTC, to the second. */
export function isoInstant(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** The town in an IANA name: « New York ». */
export function townOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Whether both zones have the same local time at that instant. */
export function sameWall(instant: number, one: string, other: string): boolean {
  return (
    wallTime(instant, one) === wallTime(instant, other) && wallDay(instant, one) === wallDay(instant, other)
  );
}
