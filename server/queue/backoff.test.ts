import { expect, test } from 'vitest';
import { retryDelay, slowDelay } from './backoff.ts';

const MINUTE = 60_000;

test('retries double from a second to five minutes', () => {
  expect([1, 2, 3, 4, 9, 10, 50, 5_000].map((attempts) => retryDelay(attempts, 1))).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    256_000,
    5 * MINUTE,
    5 * MINUTE,
    5 * MINUTE,
  ]);
});

test('chance decides over the upper half of the wait', () => {
  expect([0, 0.5, 1].map((random) => retryDelay(4, random))).toEqual([4_000, 6_000, 8_000]);
});

test('a lead refused by all waits as long as it has waited, from a quarter of an hour to six hours', () => {
  const waits = [0, 15, 30, 60, 600, 100_000].map((minutes) => slowDelay(minutes * MINUTE, 1) / MINUTE);
  expect(waits).toEqual([15, 15, 30, 60, 360, 360]);
});
