import fs from 'node:fs';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { type Retrieved, retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';
import { onTestFinished, vi } from 'vitest';

export interface Verdict {
  readonly score: number;
  readonly grade: string;
  /** What each of the scanner's tests found, and the points it gave or took. */
  readonly findings: Readonly<Record<string, number>>;
}

/**
 * What Mozilla's HTTP Observatory says of one page, its own retriever, tests and points over our answers.
 * @param behindTls as if a proxy stood in front that redirects to https with a good certificate; nothing else differs
 */
export async function observe(origin: string, path: string, behindTls: boolean): Promise<Verdict> {
  withoutPreloadList();
  const { hostname, port } = new URL(origin);
  // Nothing listens on port 1: the scanner takes the site for one without https.
  const retrieved = await retrieve(hostname, { httpPort: port, httpsPort: '1', path });
  if (behindTls) putTlsInFront(retrieved, hostname, path);
  const results = ALL_TESTS.map((test) => test(retrieved).result);
  const findings = Object.fromEntries(results.map((result) => [result, getScoreModifier(result)]));
  const points = Object.values(findings);
  const base = 100 + sum(points.filter((modifier) => modifier < 0));
  const total = base >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + sum(points) : base;
  return { ...getGradeForScore(total), findings };
}

function putTlsInFront({ responses }: Retrieved, hostname: string, path: string): void {
  responses.https = responses.auto;
  responses.httpRedirects = [
    { url: new URL(`http://${hostname}${path}`), status: 301 },
    { url: new URL(`https://${hostname}${path}`), status: 200 },
  ];
}

/** The scanner downloads the browsers' HSTS list when it is installed; no host of a test is on it. */
function withoutPreloadList(): void {
  const { readFileSync } = fs;
  const spy = vi
    .spyOn(fs, 'readFileSync')
    .mockImplementation(((path: string, ...rest: []) =>
      String(path).endsWith('hsts-preload.json')
        ? '{}'
        : readFileSync(path, ...rest)) as typeof readFileSync);
  onTestFinished(() => spy.mockRestore());
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
