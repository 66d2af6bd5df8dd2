import { expect, test } from 'vitest';
import { median, percentile, ratio } from './statistics.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[10, 2, 4, 8], 6],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test.each([
  [0.99, 99],
  [0.991, 100],
  [1, 100],
  [0.5, 50],
])('of 1 to 100, the share %d is reached at %d', (share, expected) => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, share)).toBe(expected);
});

test('nothing measured is no number, so that no bar is met by it', () => {
  expect(median([])).toBeNaN();
  expect(percentile([], 0.99)).toBeNaN();
});

test('a ratio is taken round by round: one disturbed round does not move it', () => {
  expect(ratio([50, 5, 60], [100, 10, 120])).toBe(0.5);
  expect(ratio([50, 1, 60], [100, 10, 120])).toBe(0.5);
  expect(() => ratio([1], [1, 2])).toThrow(RangeError);
});
