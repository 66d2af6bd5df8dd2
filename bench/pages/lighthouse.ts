import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { ARGUMENTS, WEBGL } from '#scripts/browsers/launch.ts';

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
