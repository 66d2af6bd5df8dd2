/** The middle of `values`, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/**
 * The smallest of `values` that at least that share of them does not exceed (nearest rank); NaN of none.
 * @param share in (0, 1], 0.99 for the 99th percentile
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/**
 * How many times `ours` is `theirs`, taken round by round and then the middle one: what disturbed a round
 * disturbed both sides of it.
 */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new RangeError('Both sides must have run as many rounds');
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
