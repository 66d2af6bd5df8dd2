/** Of fewer cases a rate is said with its interval alone. */
export const FEW = 30;

/** The quantile of the standard normal distribution for 95 %. */
const Z = 1.96;

/** A share of cases, from 0 to 1, with its 95 % interval. */
export interface Rate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** Whether there are so few cases that the share alone would mislead. */
  readonly few: boolean;
}

/**
 * The share of `part` in `all` with its Wilson interval.
 * @returns undefined where there is none: of no cases, or of fewer than those that they are a part of
 * @see https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 */
export function rateOf(part: number, all: number): Rate | undefined {
  if (all <= 0 || part > all) return undefined;
  const share = part / all;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * all)) / (1 + z2 / all);
  const half = (Z * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all))) / (1 + z2 / all);
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), few: all < FEW };
}
