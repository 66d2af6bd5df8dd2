import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeFacts } from '#server/audits/checks/judge-facts.ts';
import { headerVerdicts } from '#server/audits/checks/security-checks.ts';
import { observe } from '../e2e/support/observatory.ts';
import { probeIn } from '../fixtures/audits/bench.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { page, pages, type Site } from '../fixtures/audits/site.ts';
import { SITES } from '../fixtures/audits/sites.ts';

const answering = (headers: Record<string, string | string[]>): Site => ({
  answer: pages({ '/': page() }, headers),
});

/** Each way that a header can be half right. */
const HEADERS: Readonly<Record<string, Site>> = {
  'nosniff-twice': answering({ 'x-content-type-options': ['nosniff', 'nosniff'] }),
  'nosniff-misspelt': answering({ 'x-content-type-options': 'no-sniff' }),
  'nosniff-capitals': answering({ 'x-content-type-options': 'NOSNIFF' }),
  'frame-denied': answering({ 'x-frame-options': 'DENY' }),
  'frame-same-origin': answering({ 'x-frame-options': 'SameOrigin' }),
  'frame-twice': answering({ 'x-frame-options': ['DENY', 'SAMEORIGIN'] }),
  'frame-by-policy': answering({ 'content-security-policy': "frame-ancestors 'self'" }),
  'frame-by-anybody': answering({ 'content-security-policy': 'frame-ancestors *' }),
  'frame-anybody-over-deny': answering({
    'content-security-policy': 'frame-ancestors *',
    'x-frame-options': 'DENY',
  }),
  'policy-report-only': answering({ 'content-security-policy-report-only': "default-src 'self'" }),
  'policy-in-page': {
    answer: pages(
      { '/': page({ head: `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">` }) },
      {},
    ),
  },
  'referrer-none': answering({ 'referrer-policy': 'no-referrer' }),
  'referrer-unsafe': answering({ 'referrer-policy': 'unsafe-url' }),
  'referrer-downgrade': answering({ 'referrer-policy': 'no-referrer-when-downgrade' }),
  'referrer-origin': answering({ 'referrer-policy': 'origin' }),
  'referrer-fallback': answering({ 'referrer-policy': 'no-referrer, strict-origin-when-cross-origin' }),
  'referrer-unknown-last': answering({ 'referrer-policy': 'no-referrer, something-new' }),
  'referrer-unknown': answering({ 'referrer-policy': 'something-new' }),
  'referrer-in-page': {
    answer: pages({ '/': page({ head: '<meta name="referrer" content="same-origin">' }) }, {}),
  },
  'hsts-short': answering({ 'strict-transport-security': 'max-age=86400' }),
  'hsts-half-year': answering({ 'strict-transport-security': 'max-age=15768000; includeSubDomains' }),
  'hsts-zero': answering({ 'strict-transport-security': 'max-age=0' }),
  'hsts-nonsense': answering({ 'strict-transport-security': 'yes' }),
  'hsts-quoted': answering({ 'strict-transport-security': 'max-age="31536000"' }),
};
const SAME = { fast: SITES.fast, neglected: SITES.neglected, ...HEADERS } as Record<string, Site>;
const ALL: Readonly<Record<string, Site>> = {
  ...SAME,
  'frame-allow-from': answering({ 'x-frame-options': 'ALLOW-FROM https://fast.test' }),
};

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet(ALL);
});
afterAll(() => internet.close());

it.each(Object.keys(SAME))('%s is judged as the observatory does', async (name) => {
  const verdicts = await ours(name);
  const { findings } = await observed(name);
  /** Whether each of the scanner's tests whose result begins so takes no points. */
  const passes = (start: string) => {
    const found = Object.entries(findings).filter(([result]) => result.startsWith(start));
    expect(found, start).not.toEqual([]);
    return found.every(([, points]) => points >= 0);
  };
  expect(verdicts).toEqual({
    'X-Content-Type-Options': passes('x-content-type-options'),
    'X-Frame-Options ou frame-ancestors': passes('x-frame-options'),
    // A missing policy costs no points there, so what counts is whether the scanner found one.
    'Referrer-Policy': 'referrer-policy-private' in findings,
    // A policy that only reports costs none either.
    'Content-Security-Policy': !Object.keys(findings).some((one) => one.startsWith('csp-not-implemented')),
    hsts: passes('hsts'),
  });
});

it('ALLOW-FROM, which the scanner lets pass and no browser obeys any more, protects nothing', async () => {
  const { findings } = await observed('frame-allow-from');
  expect(findings).toHaveProperty('x-frame-options-allow-from-origin');
  expect((await ours('frame-allow-from'))['X-Frame-Options ou frame-ancestors']).toBe(false);
});

async function ours(name: string): Promise<Readonly<Record<string, boolean>>> {
  const { facts } = await probeIn(internet, name);
  if (facts.http === undefined) throw new Error('not seen');
  const hsts = judgeFacts(facts).find(({ id }) => id === 'hsts')?.outcome === 'ok';
  return { ...headerVerdicts({ facts, http: facts.http }), hsts };
}

/** The observatory over the same answers, on a server of their own. */
async function observed(name: string) {
  const server = createServer((request, response) => ALL[name]?.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await observe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '/', true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
