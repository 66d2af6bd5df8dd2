import type { Row } from '../report.ts';

/** One page's figure, and the most it may be. */
export interface Value {
  readonly route: string;
  readonly value: number;
  readonly bar: number;
}

/**
 * One figure's row: of all pages that miss their bar, the worst first, or else of the one that comes nearest to it.
 * @param unit follows each number, with its space
 */
export function worstOf(figure: string, unit: string, values: readonly Value[]): Row {
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
