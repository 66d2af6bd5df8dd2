import { expect, it } from 'vitest';
import { cumulativeShift } from './load-page.ts';

it('the cumulative shift is the worst burst, with gaps under 1 s and 5 s at most', () => {
  expect(cumulativeShift([])).toBe(0);
  expect(
    cumulativeShift([
      [0, 0.1],
      [900, 0.1],
      [1_800, 0.1],
      [5_000, 0.25],
    ]),
  ).toBe(0.3);
  expect(
    cumulativeShift([
      [0, 0.1],
      [900, 0.1],
      [1_800, 0.1],
      [2_700, 0.1],
      [3_600, 0.1],
      [4_500, 0.1],
      [5_400, 0.1],
    ]),
  ).toBe(0.6);
});
