import type { Row } from '../report.ts';
import { type Budget, budgetOf } from './budget.ts';
import { EFFECT_PAGES, floorOf, HERO_PAGES, WEBGL_PAGES } from './kinds.ts';
import type { Measured } from './measure.ts';
import type { Interaction, Walk } from './walk.ts';
import type { Weight } from './weigh.ts';

interface Figures {
  /** By page; the floor under `floor`. */
  readonly measured: ReadonlyMap<string, Measured>;
  readonly weights: ReadonlyMap<string, Weight>;
  readonly finger: Walk;
  readonly mouse: Walk;
}

/** Why a page does not meet a bar, in the table beside its figure. */
const REASONS: Readonly<Record<string, string>> = {
  'is-crawlable': 'noindex on purpose: a step of the funnel makes no sense alone',
};

const KB = 1024;

/** The rows that the README shows, and what it calls them. */
const IN_README: Readonly<Record<string, string>> = {
  'LCP / floor, simulated': 'plus grand élément affiché (LCP), sur celui d’une page écrite à la main',
  'script CPU before interaction': 'temps de script avant toute interaction, téléphone 9 fois plus lent',
  'JavaScript before interaction': 'JavaScript avant toute interaction',
  'HTML with its CSS': 'HTML avec son CSS',
  'everything before interaction': 'tout ce qu’une page charge avant toute interaction',
  'INP of the funnel at 9×': 'réponse à un geste (INP), téléphone 9 fois plus lent',
};

/** Why a bar is missed, as far as it is known: in the table, and in French for the README. */
const MISSED: Readonly<Record<string, readonly [note: string, french: string]>> = {
  'script CPU before interaction': [
    'the bar was set where the floor takes 22 ms; without a graphics card every call into WebGL waits (/flow, /splash-cursor)',
    'la barre vient d’une machine où la page écrite à la main prend 22 ms ; sans carte graphique, WebGL attend (/flow, /splash-cursor)',
  ],
  'total blocking time over the floor’s at 9×': [
    'where a face comes after the first layout, that layout asks another process for its stand-ins, the floor’s too: chance decides; WebGL as above',
    'quand une police arrive après la première mise en page, celle-ci attend ses remplaçantes, dans la page écrite à la main aussi',
  ],
  'LCP / floor, simulated': [
    'the page has two faces where the floor has one',
    'la page a deux polices, la page écrite à la main une seule',
  ],
  'INP of the funnel at 9×': [
    'a dialog or a film that is shown for the first time on a phone 9 times slower than a slow machine',
    'une fenêtre ou un film montré pour la première fois, sur un téléphone 9 fois plus lent qu’une machine lente',
  ],
};

/** The table: one line a figure, told of the page that comes nearest to its bar or misses it. */
export function rows(figures: Figures): Row[] {
  return table(figures).map(explained);
}

/** The row with what the README calls it, and with why it misses its bar. */
function explained(row: Row): Row {
  const figure = IN_README[row.figure];
  const [note, reason] = (row.met === false && MISSED[row.figure]) || [];
  const notes = [row.note, note].filter((part) => part !== undefined && part !== '');
  return {
    ...row,
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(figure !== undefined && { readme: { figure, ...(reason !== undefined && { reason }) } }),
  };
}

function table({ measured, weights, finger, mouse }: Figures): Row[] {
  const floors = [false, true].map(floorOf);
  const pages = [...measured].filter(([name]) => !floors.includes(name));
  const floor = (route: string): Measured => {
    const found = measured.get(floorOf(WEBGL_PAGES.includes(route)));
    if (!found) throw new Error(`the floor of ${route} was not measured`);
    return found;
  };
  const worst = (
    figure: string,
    unit: string,
    value: (page: Measured, floor: Measured) => number,
    bar: (route: string) => number,
  ) =>
    worstOf(
      figure,
      unit,
      pages.map(([route, page]) => ({ route, value: value(page, floor(route)), bar: bar(route) })),
    );
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
  /** What the floors themselves take, for bars that are no ratios: they tell how fast the machine was. */
  const floorsTake = (value: (page: Measured) => number): string =>
    `the floor: ${[...measured]
      .filter(([name]) => floors.includes(name))
      .map(([, page]) => Number(value(page).toFixed(2)))
      .join(', with WebGL ')}`;
  const hero = (plain: number, picture: number) => (route: string) =>
    HERO_PAGES.includes(route) ? picture : plain;
  return [
    ...scoreRows(pages).map((row, i) =>
      beside(
        floorsTake(({ simulated }) => simulated.scores[i as 0 | 1 | 2 | 3]),
        row,
      ),
    ),
    worst(
      'LCP / floor, simulated',
      '',
      (page, base) => page.simulated.lcp / base.simulated.lcp,
      hero(1.1, 1.15),
    ),
    worst('LCP / floor, applied', '', (page, base) => page.applied.lcp / base.applied.lcp, hero(1.05, 1.1)),
    beside(
      floorsTake(({ simulated }) => simulated.scriptCpu),
      worst(
        'script CPU before interaction',
        ' ms',
        (page) => page.simulated.scriptCpu,
        (route) => (route in EFFECT_PAGES ? 150 : 60),
      ),
    ),
    beside(
      floorsTake(({ tbtAtFour }) => tbtAtFour),
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
      (page, base) => page.simulated.tbt - base.simulated.tbt,
      () => 50,
    ),
    weighed('layout shift', '', 'shift', ({ shift }) => shift),
    weighed('JavaScript before interaction', ' KB', 'script', ({ script }) => script, KB),
    weighed('HTML with its CSS', ' KB', 'html', ({ html }) => html, KB),
    weighed('everything before interaction', ' KB', 'total', ({ total }) => total, KB),
    weighed('requests before interaction', '', 'requests', ({ requests }) => requests.length),
    interactionRow(finger),
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

function beside(floor: string, row: Row): Row {
  return row.met === false ? { ...row, note: [row.note, floor].filter(Boolean).join('; ') } : row;
}

function scoreRows(pages: readonly (readonly [string, Measured])[]): Row[] {
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

interface Value {
  readonly route: string;
  readonly value: number;
  readonly bar: number;
}

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

function interactionRow({ interactions }: Walk): Row {
  const pages = Map.groupBy(interactions, ({ path }) => path);
  const inp = new Map([...pages].map(([path, ones]) => [path, interactionToNextPaint(ones)]));
  const slowest = interactions.toSorted((a, b) => b.duration - a.duration)[0];
  return {
    figure: 'INP of the funnel at 9×',
    bar: '≤ 200 ms',
    measured: [...inp].map(([path, ms]) => `${ms} ms ${path}`).join(', '),
    met: inp.size > 0 && [...inp.values()].every((ms) => ms <= 200),
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
