import { WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { type Budget, budgetOf } from '../../tests/e2e/support/budget.ts';
import { EFFECT_PAGES, floorOf, HERO_PAGES } from '../../tests/e2e/support/kinds.ts';
import type { Weight } from '../../tests/e2e/support/weigh.ts';
import { noted, type Row } from '../report.ts';
import type { Measured } from './lighthouse.ts';
import type { Interaction, Walk } from './walk.ts';

interface Figures {
  /** By page; the floor under `floor`. */
  readonly measured: ReadonlyMap<string, Measured>;
  readonly weights: ReadonlyMap<string, Weight>;
  /** By how many times slower the phone was. */
  readonly fingers: ReadonlyMap<number, Walk>;
  readonly mouse: Walk;
}

const KB = 1024;

/** One row for each figure, with the pages that miss its bar, or else the one that comes nearest to it. */
export function rows(figures: Figures): Row[] {
  return table(figures).map(explained);
}

function table({ measured, weights, fingers, mouse }: Figures): Row[] {
  const timed = [false, true].flatMap((webgl) => {
    const floor = measured.get(floorOf(webgl));
    const pages = [...measured].filter(
      ([name]) => name.startsWith('/') && WEBGL_PAGES.includes(name) === webgl,
    );
    if (pages.length === 0) return [];
    if (!floor) throw new Error(`the floor of ${pages.map(([name]) => name).join(', ')} was not measured`);
    return timedRows(pages, floor).map((row) => (webgl ? ofWebgl(row) : row));
  });
  const weighed = (
    figure: string,
    unit: string,
    part: keyof Budget,
    value: (weight: Weight) => number,
    scale = 1,
  ) =>
    worstOf(
      figure,
      unit,
      [...weights].map(([route, weight]) => ({
        route,
        value: value(weight) / scale,
        bar: budgetOf(route)[part] / scale,
      })),
    );
  return [
    ...timed,
    weighed('layout shift', '', 'shift', ({ shift }) => shift),
    weighed('JavaScript before interaction', ' KB', 'script', ({ script }) => script, KB),
    weighed('HTML with its CSS', ' KB', 'html', ({ html }) => html, KB),
    weighed('everything before interaction', ' KB', 'total', ({ total }) => total, KB),
    weighed('requests before interaction', '', 'requests', ({ requests }) => requests.length),
    ...[...fingers].map(([cpu, walk]) => interactionRow(walk, cpu)),
    {
      figure: 'second page there before the click',
      bar: 'every step',
      measured: Object.entries(mouse.ahead)
        .map(([path, ahead]) => `${path} ${ahead ? 'yes' : 'no'}`)
        .join(', '),
      met: Object.values(mouse.ahead).every(Boolean),
      note: 'Chromium; browsers without speculation rules fetch it on the click',
    },
  ];
}

type Pages = readonly (readonly [route: string, page: Measured])[];

/** The rows that Lighthouse times, of pages that were loaded in one kind of browser beside that browser's floor. */
function timedRows(pages: Pages, floor: Measured): Row[] {
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

/** One page's figure, and the most it may be. */
interface Value {
  readonly route: string;
  readonly value: number;
  readonly bar: number;
}

/**
 * One figure's row: of all pages that miss their bar, the worst first, or else of the one that comes nearest to it.
 * @param unit follows each number, with its space
 */
function worstOf(figure: string, unit: string, values: readonly Value[]): Row {
  const over = ({ value, bar }: Value) => (bar === 0 ? value : value / bar);
  const [first, ...others] = values.toSorted((a, b) => over(b) - over(a));
  if (!first) return { figure, measured: 'not measured' };
  const missed = [first, ...others].filter(({ value, bar }) => value > bar);
  const tell = ({ route, value }: Value) => `${Number(value.toFixed(2))}${unit} ${route}`;
  const bars = [...new Set(values.map(({ bar }) => bar))].toSorted((a, b) => a - b);
  return {
    figure,
    bar: bars.map((bar) => `≤ ${Number(bar.toFixed(2))}${unit}`).join(', '),
    measured: (missed.length > 0 ? missed : [first]).map(tell).join(', '),
    met: missed.length === 0,
    ...(bars.length > 1 && {
      note: 'the wider bar where an effect plays by itself or a picture stands above the fold',
    }),
  };
}

/** Milliseconds within which the slowest step is to be answered at 4× (https://web.dev/articles/inp, « good »). */
const BAR_MS = 200;

/**
 * How fast a walk of the funnel was answered, page by page.
 * @param cpu how many times slower the phone was: 4 is held to the bar, anything else is told beside it
 */
export function interactionRow({ interactions }: Walk, cpu: number): Row {
  const pages = Map.groupBy(interactions, ({ path }) => path);
  const inp = new Map([...pages].map(([path, ones]) => [path, interactionToNextPaint(ones)]));
  const slowest = interactions.toSorted((a, b) => b.duration - a.duration)[0];
  return {
    figure: `INP of the funnel at ${cpu}×`,
    measured: [...inp].map(([path, ms]) => `${ms} ms ${path}`).join(', '),
    ...(cpu === 4 && {
      bar: `≤ ${BAR_MS} ms`,
      met: inp.size > 0 && [...inp.values()].every((ms) => ms <= BAR_MS),
    }),
    note: slowest ? `slowest of all: ${slowest.duration} ms, ${slowest.name} on ${slowest.path}` : '',
  };
}

/**
 * A page's INP in milliseconds: its slowest interaction, of every fifty one left out.
 * @see https://web.dev/articles/inp
 */
function interactionToNextPaint(events: readonly Interaction[]): number {
  const interactions = [...Map.groupBy(events, ({ id }) => id).values()]
    .map((one) => Math.max(...one.map(({ duration }) => duration)))
    .toSorted((a, b) => b - a);
  return interactions[Math.floor(interactions.length / 50)] ?? 0;
}

/** Why a page does not meet a bar, in the table beside its figure. */
const REASONS: Readonly<Record<string, string>> = {
  'is-crawlable': 'noindex on purpose: a step of the funnel makes no sense alone',
};

const WITHOUT_CARD = ', WebGL without a graphics card';

/** The row of a page that draws with WebGL, where software draws it. */
function ofWebgl(row: Row): Row {
  return { ...row, figure: row.figure + WITHOUT_CARD };
}

const SHARED = 'the processor draws page and effect there: the effect in a worker, on the same cores';

/** Why a bar is missed, as far as it is known. */
const MISSED: Readonly<Record<string, string>> = {
  'script CPU before interaction': 'the bar was set on a machine where the floor takes 22 ms',
  'total blocking time over the floor’s at 9×':
    'a font that comes after the first layout makes that layout ask another process for the fallback fonts, on the floor too: chance decides',
  'LCP / floor, simulated': 'the page has two fonts where the floor has one',
};

/** The row with why it misses its bar. */
function explained(row: Row): Row {
  const why = row.figure.endsWith(WITHOUT_CARD) ? SHARED : MISSED[row.figure];
  return row.met === false && why !== undefined ? noted(row, why) : row;
}
