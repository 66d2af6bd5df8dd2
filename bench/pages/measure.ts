import { findChromium } from '#scripts/browsers/installed-browsers.ts';
import { median } from '../statistics.ts';
import { type Run, runLighthouse, type Target } from './lighthouse.ts';

/** The medians of one page. */
export interface Measured {
  readonly simulated: Run;
  readonly applied: Run;
  /** Total blocking time, in milliseconds, with Lighthouse's default processor, 4 times slower. */
  readonly tbtAtFour: number;
}

/**
 * Measures every page `runs` times, one round after the other and each round in another order, so that what disturbs
 * the machine disturbs them all.
 * @param targets by the name of the page
 * @param cpu how many times slower than this machine the phone is
 */
export async function measure(
  targets: ReadonlyMap<string, Target>,
  runs: number,
  cpu: number,
): Promise<Map<string, Measured>> {
  const chromium = findChromium();
  if (!chromium) throw new Error('Chromium est introuvable. Lancez « npm test », qui l’installe.');
  const kept = [...targets].map(([name, target]) => ({
    name,
    target,
    simulated: [] as Run[],
    applied: [] as Run[],
    four: [] as Run[],
  }));
  for (let round = 0; round < runs; round++) {
    const order = [...kept.slice(round % kept.length), ...kept.slice(0, round % kept.length)];
    for (const page of round % 2 === 0 ? order : order.toReversed()) {
      page.simulated.push(await runLighthouse(chromium, page.target, 'simulate', cpu));
      page.applied.push(await runLighthouse(chromium, page.target, 'devtools', cpu));
      // Far from any bar: once is enough.
      if (round === 0) page.four.push(await runLighthouse(chromium, page.target, 'simulate', 4));
    }
    console.log(`round ${round + 1} of ${runs}`);
  }
  return new Map(
    kept.map(({ name, simulated, applied, four }) => [
      name,
      { simulated: middle(simulated), applied: middle(applied), tbtAtFour: middle(four).tbt },
    ]),
  );
}

/** Each figure's own median; what keeps a score down is told if it ever did. */
function middle(runs: readonly Run[]): Run {
  const of = (figure: (run: Run) => number) => median(runs.map(figure));
  const score = (i: 0 | 1 | 2 | 3) => of(({ scores }) => scores[i]);
  return {
    scores: [score(0), score(1), score(2), score(3)],
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    scriptCpu: of(({ scriptCpu }) => scriptCpu),
  };
}
