import { expect, it } from 'vitest';
import { NO_STEPS } from '#domain/visit-steps.ts';
import { before, type FunnelFigures, type Period } from '../visits/funnel.ts';
import { funnelTables, periodOf } from './funnel.tsx';

const MINUTE = 60_000;

function figures(period: Period, leads: number): FunnelFigures {
  const counts = { ...NO_STEPS, visit: 10 * leads, form: 2 * leads, lead: leads };
  const sources = Array.from({ length: 15 }, (_, nth) => ({ source: `s${nth}`, counts }));
  const days = Array.from({ length: 91 }, (_, nth) => ({ day: `2026-${nth}-01`, counts, amount: nth }));
  return { ...period, total: counts, pages: [], sources, days, answeredAfter: [15 * MINUTE, 16 * MINUTE] };
}

it('makes tables that say this period beside the one before, and no rate of few without its interval', () => {
  const period = periodOf('trimestre', '2026-11-24');
  expect([period, before(period)]).toEqual([
    { from: '2026-08-26', to: '2026-11-24' },
    { from: '2026-05-27', to: '2026-08-25' },
  ]);
  const made = funnelTables(figures(period, 2), figures(before(period), 1), 'trimestre', '15 min');
  const [steps, sources, , time, answers] = made;
  expect(steps?.rows.slice(0, 3)).toEqual([
    ['Visites', 20, 10, '', 'compté'],
    ['Formulaires commencés', 4, 2, '8 à 42\u202f%', 'compté'],
    ['Contacts', 2, 1, '15 à 85\u202f%', 'connu'],
  ]);
  expect(sources?.rows).toHaveLength(13);
  expect(sources?.rows.at(-1)).toEqual(['et 3 autres', 60, 12, 6, 0, 0, 0]);
  expect([time?.past, time?.rows.length]).toEqual([13, 26]);
  expect(time?.rows.at(-1)).toEqual(['01.84.2026', 140, 14, 0, 84 + 85 + 86 + 87 + 88 + 89 + 90]);
  expect(answers?.rows.map(([, now]) => now)).toEqual([1, 1, 0, 0, 0, 0]);
});
