import { expect, it } from 'vitest';
import type { Measured } from './lighthouse.ts';
import { interactionRow, rows } from './rows.ts';
import type { Interaction } from './walk.ts';

const page = (lcp: number, scriptCpu: number): Measured => {
  const run = { scores: [100, 100, 100, 100], faults: [], lcp, tbt: 0, cls: 0, scriptCpu } as const;
  return { simulated: run, applied: run, tbtAtFour: 0 };
};
const weight = { html: 9000, script: 2000, total: 50_000, requests: ['/sales'], shift: 0 };
const walk = { interactions: [], ahead: { '/introduction': true } };

function rowsOf(measured: Record<string, Measured>) {
  const given = new Map(Object.entries(measured));
  const weights = new Map([['/sales', weight]]);
  const all = rows({ measured: given, weights, fingers: new Map([[4, walk]]), mouse: walk });
  return (figure: string) => all.find((row) => row.figure === figure);
}

it('holds each page to the floor of the browser that it was measured in', () => {
  const row = rowsOf({
    '/sales': page(1100, 50),
    '/flow': page(3000, 9000),
    floor: page(1000, 30),
    'floor with WebGL': page(2000, 40),
  });
  expect(row('LCP / floor, simulated')).toMatchObject({ measured: '1.1 /sales', met: true });
  expect(row('LCP / floor, simulated, WebGL without a graphics card')).toMatchObject({
    measured: '1.5 /flow',
    met: false,
  });
  expect(row('script CPU before interaction')).toMatchObject({ measured: '50 ms /sales', met: true });
});

it('tells beside a missed bar what the floor takes, and why it is missed', () => {
  const row = rowsOf({ '/privacy-policy': page(1200, 90), floor: page(1000, 30) });
  expect(row('script CPU before interaction')).toMatchObject({
    measured: '90 ms /privacy-policy',
    met: false,
    note: expect.stringMatching(/the floor: 30.*22 ms/),
  });
  expect(row('LCP / floor, simulated')).toMatchObject({ measured: '1.2 /privacy-policy', met: false });
});

it('refuses pages without their floor', () => {
  expect(() => rowsOf({ '/sales': page(1100, 50) })).toThrow('/sales');
});

const walkOf = (interactions: readonly Interaction[]) => ({ interactions, ahead: {} });
const tap = (id: number, duration: number, path = '/sales'): Interaction[] =>
  ['pointerdown', 'click'].map((name) => ({ path, id, name, duration }));

it('takes the slowest interaction of each page, however many events it has', () => {
  const row = interactionRow(walkOf([...tap(1, 120), ...tap(2, 80), ...tap(3, 240, '/validation')]), 4);
  expect([row.measured, row.met]).toEqual(['120 ms /sales, 240 ms /validation', false]);
});

it('leaves one out of every fifty, and tells the slowest of all', () => {
  const taps = Array.from({ length: 50 }, (_, id) => tap(id, 100)).flat();
  const row = interactionRow(walkOf([...taps, ...tap(50, 480)]), 4);
  expect([row.measured, row.met]).toEqual(['100 ms /sales', true]);
  expect(row.note).toContain('480 ms');
});

it('is no success when nothing was met', () => {
  expect(interactionRow(walkOf([]), 4).met).toBe(false);
});

it('holds the slower phone to nothing', () => {
  const row = interactionRow(walkOf(tap(1, 480)), 9);
  expect([row.figure, row.bar, row.met]).toEqual(['INP of the funnel at 9×', undefined, undefined]);
});
