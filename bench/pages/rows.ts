import { WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { type Budget, budgetOf } from '../../tests/e2e/support/budget.ts';
import { floorOf } from '../../tests/e2e/support/kinds.ts';
import type { Weight } from '../../tests/e2e/support/weigh.ts';
import type { Row } from '../report.ts';
import { interactionRow } from './interaction-row.ts';
import type { Measured } from './measure.ts';
import { explained, ofWebgl } from './reasons.ts';
import { timedRows } from './timed-rows.ts';
import type { Walk } from './walk.ts';
import { worstOf } from './worst-of.ts';

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
