// npm run bench:pages [-- --runs 3 --pages /sales,/home | all]: what our pages cost beside one written by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowsers, findChromium } from '#scripts/browsers/installed-browsers.ts';
import { launchChromium, launchWithoutWebgl, WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { builtRoutes } from '#scripts/build/routes.ts';
import { makeCertificate } from '../../tests/deploy/certificate.ts';
import { EFFECT_PAGES, floorOf, HERO_PAGES } from '../../tests/e2e/support/kinds.ts';
import { startServer } from '../../tests/e2e/support/server.ts';
import { addressOf } from '../../tests/e2e/support/site.ts';
import { type Weight, weigh } from '../../tests/e2e/support/weigh.ts';
import { report } from '../report.ts';
import { floorPage, passOn, serveSecurely } from './front.ts';
import { type Measured, measure, type Target } from './lighthouse.ts';
import { rows } from './rows.ts';
import { type Walk, walkWithFinger, walkWithMouse } from './walk.ts';

const dist = join(import.meta.dirname, '../../dist');
/** No other host is asked for anything: neither by the pages nor by the measure. */
const NO_OTHER_HOST = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
const SLOWER = 9;
/** One of each kind: the funnel, every page with an effect, every large drawing, and a legal page for the nine alike. */
const ONE_OF_EACH = [
  ...new Set([...HERO_PAGES, '/validation', ...Object.keys(EFFECT_PAGES), '/restaurants', '/privacy-policy']),
];

if (!findChromium()) ensureBrowsers(['Chromium']);
const work = mkdtempSync(join(tmpdir(), 'bench-pages-'));
const server = await startServer();
const fronts = [];
try {
  const routes = builtRoutes(dist);
  const { runs, pages } = readOptions(process.argv.slice(2), routes);
  const certificate = makeCertificate(work, 'localhost');
  const ours = await serveSecurely(certificate, passOn(server.url));
  const floor = await serveSecurely(certificate, floorPage(dist));
  fronts.push(ours, floor);

  const drawing = await launchChromium([NO_OTHER_HOST, '--ignore-certificate-errors']);
  const weights = new Map<string, Weight>();
  for (const route of routes) weights.set(route, await weigh(drawing, ours.url + addressOf(route)));
  await drawing.close();
  const browser = await launchWithoutWebgl([NO_OTHER_HOST]);
  const fingers = new Map<number, Walk>();
  for (const cpu of [4, SLOWER]) fingers.set(cpu, await walkWithFinger(browser, server.url, cpu));
  const mouse = await walkWithMouse(browser, server.url);
  await browser.close();

  const targets = new Map<string, Target>(
    pages.map((page) => [page, { url: ours.url + addressOf(page), webgl: WEBGL_PAGES.includes(page) }]),
  );
  for (const webgl of [false, true])
    if ([...targets.values()].some((target) => target.webgl === webgl))
      targets.set(floorOf(webgl), { url: `${floor.url}/`, webgl });
  const measured: ReadonlyMap<string, Measured> = await measure(targets, runs, SLOWER);
  console.table(
    Object.fromEntries(
      [...measured].map(([page, { simulated, applied }]) => [
        page,
        {
          scores: simulated.scores.join(' '),
          'LCP ms (simulated)': Math.round(simulated.lcp),
          'LCP ms (applied)': Math.round(applied.lcp),
          'script CPU ms': Math.round(simulated.scriptCpu),
          'TBT ms': Math.round(simulated.tbt),
          'HTML KB': kilobytes(weights.get(page)?.html),
          'script KB': kilobytes(weights.get(page)?.script),
          'all KB': kilobytes(weights.get(page)?.total),
          requests: weights.get(page)?.requests.length,
        },
      ]),
    ),
  );
  report({
    name: 'pages',
    title: 'Pages beside one written by hand (bench/floor)',
    how:
      `Lighthouse 13, phone profile, processor ${SLOWER} times slower, HTTP/2 with TLS and Brotli; ` +
      `${runs} runs interleaved with the floor, medians; on ${pages.join(' ')}. Bytes and requests on all ${routes.length} pages.`,
    rows: rows({ measured, weights, fingers, mouse }),
  });
} finally {
  for (const front of fronts) front.close();
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}

function kilobytes(bytes = Number.NaN): string {
  return (bytes / 1024).toFixed(1);
}

interface Options {
  /** Lighthouse runs of each page and of the floor. */
  readonly runs: number;
  /** What Lighthouse visits; bytes are weighed on every page. */
  readonly pages: readonly string[];
}

/**
 * Reads `--runs 3`, `--pages /sales,/home` or `--pages all`, and `--quick`: once, and few pages.
 * @param all every page of the site
 */
function readOptions(args: readonly string[], all: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      pages: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs ?? (values.quick ? 1 : 3));
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs : un nombre entier à partir de 1.');
  const pages =
    values.pages === 'all' ? all : (values.pages?.split(',') ?? (values.quick ? HERO_PAGES : ONE_OF_EACH));
  const unknown = pages.filter((page) => !all.includes(page));
  if (unknown.length > 0)
    throw new Error(`--pages : ${unknown.join(', ')} n’existe pas dans le site construit.`);
  return { runs, pages };
}
