import { noted, type Row } from '../report.ts';

/** Why a page does not meet a bar, in the table beside its figure. */
export const REASONS: Readonly<Record<string, string>> = {
  'is-crawlable': 'noindex on purpose: a step of the funnel makes no sense alone',
};

const WITHOUT_CARD = ', WebGL without a graphics card';

/** The row of a page that draws with WebGL, where software draws it. */
export function ofWebgl(row: Row): Row {
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
export function explained(row: Row): Row {
  const why = row.figure.endsWith(WITHOUT_CARD) ? SHARED : MISSED[row.figure];
  return row.met === false && why !== undefined ? noted(row, why) : row;
}
