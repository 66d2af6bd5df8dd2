import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from '#scripts/browsers/installed-browsers.ts';
import { ARGUMENTS, WEBGL } from '#scripts/browsers/launch.ts';
import { median } from '../statistics.ts';

/** `simulate`: loaded at full speed, the phone reckoned after; `devtools`: slowed down while it loads. */
export type Throttling = 'simulate' | 'devtools';

/** What is loaded, and whether in a browser that draws WebGL. */
export interface Target {
  readonly url: string;
  readonly webgl: boolean;
}

/** What one run says of one page. Times in milliseconds, scores from 0 to 100. */
export interface Run {
  readonly scores: readonly [performance: number, accessibility: number, bestPractices: number, seo: number];
  /** Audits that keep a score from 100. */
  readonly faults: readonly string[];
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly scriptCpu: number;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's own slow 4G; the processor is ours to choose. */
const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
};

const FLAGS = [...ARGUMENTS, '--ignore-certificate-errors'];

/** How often a load is tried whose recording failed: Lighthouse itself asks to be run again then. */
const TRIES = 3;

/** A load as `loadOnce` does it, tried again when Lighthouse could not record it. */
export async function runLighthouse(...load: Parameters<typeof loadOnce>): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await loadOnce(...load);
    } catch (error) {
      if (tries === TRIES) throw error;
      console.log(`${load[1].url}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/**
 * Loads a page once as a phone would, in a fresh browser.
 * @param cpu how many times slower than this machine the phone is
 * @param webgl whether the page can use WebGL; without a graphics card, drawing it uses CPU time that the page needs too
 */
async function loadOnce(
  chromium: string,
  { url, webgl }: Target,
  throttlingMethod: Throttling,
  cpu: number,
): Promise<Run> {
  const chrome = await launch({
    chromePath: chromium,
    chromeFlags: [...FLAGS, ...(webgl ? WEBGL : [])],
    logLevel: 'silent',
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      throttlingMethod,
      throttling: { ...SLOW_4G, cpuSlowdownMultiplier: cpu },
      onlyCategories: throttlingMethod === 'simulate' ? [...CATEGORIES] : ['performance'],
    });
    const lhr = result?.lhr;
    if (!lhr || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'Lighthouse said nothing');
    const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
    const score = (id: string) => Math.round((lhr.categories[id]?.score ?? Number.NaN) * 100);
    const weighed = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    );
    return {
      scores: [score('performance'), score('accessibility'), score('best-practices'), score('seo')],
      faults: weighed.filter((id) => (lhr.audits[id]?.score ?? 1) < 0.9),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      scriptCpu: value('bootup-time'),
    };
  } finally {
    chrome.kill();
  }
}

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
