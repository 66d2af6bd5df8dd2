import { BARS, type Bars } from '#domain/audit.ts';

/** `2,4` of a number. */
export function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',');
}

/** `2,4 s` of milliseconds; below a tenth of a second `40 ms`. */
export function seconds(ms: number, bars: readonly number[] = []): string {
  if (ms === 0) return '0\u00a0s';
  if (ms < 100) return `${Math.max(1, Math.round(ms))}\u00a0ms`;
  return `${apart(ms / 1_000, ms < 995 ? 2 : 1, inSeconds(bars))}\u00a0s`;
}

/** A time until the main content (LCP), as `seconds`; a time past a threshold is not rounded down to the threshold. */
export function lcpText(ms: number): string {
  return seconds(ms, BARS.lcpMs);
}

/** The same of a server's time to answer. */
export function ttfbText(ms: number): string {
  return seconds(ms, BARS.ttfbMs);
}

/** The same of a cumulative layout shift, which has no unit. */
export function clsText(cls: number): string {
  if (cls === 0) return '0';
  return cls < 0.005 ? 'moins de 0,01' : apart(cls, 2, BARS.cls);
}

/** `1,8 Mo` of bytes; kilobytes below half a megabyte, bytes below one kilobyte. */
export function weightText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'octet');
  return bytes < 500_000
    ? `${Math.round(bytes / 1_000)}\u00a0ko`
    : `${apart(bytes / 1_000_000, 1, inMegabytes(BARS.bytes))}\u00a0Mo`;
}

/** The weight of a load, or the least that it is. */
export function loadWeightText({ bytes, partial = false }: { bytes: number; partial?: boolean }): string {
  return `${partial ? 'au moins ' : ''}${weightText(bytes)}`;
}

/** Whole days; less than one has no number. */
export function daysText(days: number): string {
  return days < 1 ? 'moins d’un jour' : counted(Math.floor(days), 'jour');
}

/** `3 images` or `1 image`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count}\u00a0${count < 2 ? singular : plural}`;
}

/** A foreign text between French quotation marks, cut to a length that can be read. */
export function inGuillemets(text: string, longest = 80): string {
  const letters = [...text];
  const cut = letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : text;
  return `«\u202f${cut}\u202f»`;
}

/** A value that is past a bar and would be rounded to it gets one digit more, rounded up. */
function apart(value: number, digits: number, bars: readonly number[]): string {
  const text = decimal(value, digits);
  if (!bars.some((bar) => value > bar && decimal(bar, digits) === text)) return text;
  const scale = 10 ** (digits + 1);
  // 0.101 × 1000 is a little more than 101.
  return decimal(Math.ceil(Number((value * scale).toFixed(6))) / scale, digits + 1);
}

/** The bars of a measure as a reader knows them: `2,5 s` and `4 s`. */
export interface BarTexts {
  readonly good: string;
  readonly poor: string;
}

export const BAR_TEXTS = {
  lcp: barTexts(BARS.lcpMs, 1_000, '\u00a0s'),
  cls: barTexts(BARS.cls, 1, ''),
  ttfb: barTexts(BARS.ttfbMs, 1_000, '\u00a0s'),
  weight: barTexts(BARS.bytes, 1_000_000, '\u00a0Mo'),
} as const;

function barTexts([good, poor]: Bars, ofUnit: number, unit: string): BarTexts {
  const text = (bar: number) => `${String(bar / ofUnit).replace('.', ',')}${unit}`;
  return { good: text(good), poor: text(poor) };
}

const inSeconds = (bars: readonly number[]) => bars.map((ms) => ms / 1_000);
const inMegabytes = (bars: readonly number[]) => bars.map((bytes) => bytes / 1_000_000);
