import { describe, expect, it } from 'vitest';
import { isOn } from './words.ts';

describe('isOn', () => {
  const lines = [
    { left: 10, top: 10, right: 90, bottom: 30 },
    { left: 10, top: 40, right: 50, bottom: 60 },
  ];

  it.each([
    ['on the first line', 50, 20, 0, true],
    ['on the second line', 20, 50, 0, true],
    ['between the lines', 20, 35, 0, false],
    ['beside the shorter line', 70, 50, 0, false],
    ['nearer than the margin', 95, 20, 6, true],
    ['farther than the margin', 97, 20, 6, false],
  ])('%s', (_, x, y, margin, on) => {
    expect(isOn(lines, x, y, margin)).toBe(on);
  });

  it('is nowhere without words', () => {
    expect(isOn([], 0, 0, 100)).toBe(false);
  });
});
