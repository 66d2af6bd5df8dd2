/**
 * What the measures of an audit are held to: good up to the first, poor past the second. The times and the shifts are
 * those of https://web.dev/articles/defining-core-web-vitals-thresholds and https://web.dev/articles/ttfb.
 */
export const BARS = {
  lcpMs: [2_500, 4_000],
  cls: [0.1, 0.25],
  ttfbMs: [800, 1_800],
  bytes: [2_000_000, 4_000_000],
} as const satisfies Readonly<Record<string, Bars>>;

export type Bars = readonly [good: number, poor: number];

/** Characters of a page's title: what says too little, and where search engines cut. */
export const TITLE_LENGTH = { shortest: 15, longest: 65 } as const;
