import { expect, test } from 'vitest';
import { busyMachine } from './machine.ts';

test('a free machine is no excuse, a busy one is named with its load', () => {
  expect(busyMachine(0.4, 2)).toBeUndefined();
  expect(busyMachine(16.7, 2)).toContain('charge 17 pour 2 cœurs');
});
