import { expect, test } from 'vitest';
import { onBusyMachine } from './report.ts';

test('a free machine is no excuse for a missed bar, a busy one is named with its load', () => {
  const missed = { figure: 'time', measured: '2', met: false };
  expect(onBusyMachine(missed, 0.4, 2)).toEqual(missed);
  expect(onBusyMachine(missed, 16.7, 2).note).toContain('load 17 for 2 cores');
  expect(onBusyMachine({ ...missed, met: true }, 16.7, 2).note).toBeUndefined();
});
