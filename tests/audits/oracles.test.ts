import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '#server/audits/checks/judge.ts';
import { headerVerdicts } from '#server/audits/checks/security.ts';
import { observe } from '../e2e/support/observatory.ts';
import { auditIn } from '../fixtures/audits/bench.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { SITES } from '../fixtures/audits/sites.ts';
import { lighthouseLcp, ourLcp } from './lighthouse.ts';

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet(SITES);
});
afterAll(() => internet.close());

/** One run is noisy on either side, so they take turns, and the one in the middle counts. */
const TURNS = 3;

it.each(['fast', 'heavy', 'slow', 'shaky'])(
  'LCP of %s is within a fifth or 200 ms of Lighthouse',
  async (name) => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await ourLcp(internet, name));
      theirs.push(await lighthouseLcp(internet, name));
    }
    const [our, their] = [middle(ours), middle(theirs)];
    console.log(`${name}: ${said(ours)}, Lighthouse ${said(theirs)}`);
    expect(Math.abs(our - their)).toBeLessThanOrEqual(Math.max(200, their * 0.2));
  },
);

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const said = (values: readonly number[]) => `${values.map(Math.round).join(', ')} ms`;

it.each(['fast', 'neglected'])('headers of %s are judged as the observatory does', async (name) => {
  const { facts } = await auditIn(internet, name);
  if (facts.http === undefined) throw new Error('not seen');
  const { findings } = await observed(name);
  /** Whether each of the scanner's tests whose result begins so takes no points. */
  const passes = (start: string) => {
    const found = Object.entries(findings).filter(([result]) => result.startsWith(start));
    expect(found, start).not.toEqual([]);
    return found.every(([, points]) => points >= 0);
  };
  const headers = headerVerdicts({ facts, http: facts.http });
  expect(headers['X-Content-Type-Options']).toBe(passes('x-content-type-options'));
  expect(headers['X-Frame-Options ou frame-ancestors']).toBe(passes('x-frame-options'));
  // The scanner takes no points for a policy that is missing, but it says so.
  expect(headers['Referrer-Policy']).toBe('referrer-policy-private' in findings);
  expect(headers['Content-Security-Policy']).toBe(!('csp-not-implemented' in findings));
  expect(judge(facts).find(({ id }) => id === 'hsts')?.outcome === 'ok').toBe(passes('hsts'));
});

/** The observatory over the same answers, on a server of their own. */
async function observed(name: string) {
  const server = createServer((request, response) => SITES[name]?.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await observe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '/', true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
