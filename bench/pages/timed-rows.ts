import { EFFECT_PAGES, HERO_PAGES } from '../../tests/e2e/support/kinds.ts';
import { noted, type Row } from '../report.ts';
import type { Measured } from './measure.ts';
import { REASONS } from './reasons.ts';
import { worstOf } from './worst-of.ts';

type Pages = readonly (readonly [route: string, page: Measured])[];

/** The rows that Lighthouse times, of pages that were loaded in one kind of browser beside that browser's floor. */
export function timedRows(pages: Pages, floor: Measured): Row[] {
  const worst = (
    figure: string,
    unit: string,
    value: (page: Measured) => number,
    bar: (route: string) => number,
  ) =>
    worstOf(
      figure,
      unit,
      pages.map(([route, page]) => ({ route, value: value(page), bar: bar(route) })),
    );
  /** For bars that are no ratios: what the floor itself takes tells how fast the machine was. */
  const beside = (floorTakes: number, row: Row): Row =>
    row.met === false ? noted(row, `the floor: ${Number(floorTakes.toFixed(2))}`) : row;
  const hero = (plain: number, picture: number) => (route: string) =>
    HERO_PAGES.includes(route) ? picture : plain;
  return [
    ...scoreRows(pages).map((row, i) => beside(floor.simulated.scores[i as 0 | 1 | 2 | 3], row)),
    worst('LCP / floor, simulated', '', (page) => page.simulated.lcp / floor.simulated.lcp, hero(1.1, 1.15)),
    worst('LCP / floor, applied', '', (page) => page.applied.lcp / floor.applied.lcp, hero(1.05, 1.1)),
    beside(
      floor.simulated.scriptCpu,
      worst(
        'script CPU before interaction',
        ' ms',
        (page) => page.simulated.scriptCpu,
        (route) => (route in EFFECT_PAGES ? 150 : 60),
      ),
    ),
    beside(
      floor.tbtAtFour,
      worst(
        'total blocking time at 4×',
        ' ms',
        ({ tbtAtFour }) => tbtAtFour,
        () => 0,
      ),
    ),
    worst(
      'total blocking time over the floor’s at 9×',
      ' ms',
      (page) => page.simulated.tbt - floor.simulated.tbt,
      () => 50,
    ),
  ];
}

function scoreRows(pages: Pages): Row[] {
  const names = ['performance', 'accessibility', 'best practices', 'SEO'];
  return names.map((name, i) => {
    const below = pages.filter(([, { simulated }]) => (simulated.scores[i] ?? 0) < 100);
    const faults = [...new Set(below.flatMap(([, { simulated }]) => simulated.faults))];
    return {
      figure: `Lighthouse ${name} at 9×`,
      bar: '100 on every page',
      measured: below.map(([route, { simulated }]) => `${simulated.scores[i]} ${route}`).join(', ') || '100',
      met: below.length === 0,
      ...(below.length > 0 && { note: faults.map((fault) => REASONS[fault] ?? fault).join('; ') }),
    };
  });
}
