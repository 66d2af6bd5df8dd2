import type { Row } from '../report.ts';
import type { Interaction, Walk } from './walk.ts';

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
