import { expect, it } from 'vitest';
import { interactionRow } from './interaction-row.ts';
import type { Interaction } from './walk.ts';

const walk = (interactions: readonly Interaction[]) => ({ interactions, ahead: {} });
const tap = (id: number, duration: number, path = '/sales'): Interaction[] =>
  ['pointerdown', 'click'].map((name) => ({ path, id, name, duration }));

it('takes the slowest interaction of each page, however many events it has', () => {
  const row = interactionRow(walk([...tap(1, 120), ...tap(2, 80), ...tap(3, 240, '/validation')]), 4);
  expect([row.measured, row.met]).toEqual(['120 ms /sales, 240 ms /validation', false]);
});

it('leaves one out of every fifty, and tells the slowest of all', () => {
  const taps = Array.from({ length: 50 }, (_, id) => tap(id, 100)).flat();
  const row = interactionRow(walk([...taps, ...tap(50, 480)]), 4);
  expect([row.measured, row.met]).toEqual(['100 ms /sales', true]);
  expect(row.note).toContain('480 ms');
});

it('is no success when nothing was met', () => {
  expect(interactionRow(walk([]), 4).met).toBe(false);
});

it('holds the slower phone to nothing', () => {
  const row = interactionRow(walk(tap(1, 480)), 9);
  expect([row.figure, row.bar, row.met]).toEqual(['INP of the funnel at 9×', undefined, undefined]);
});
