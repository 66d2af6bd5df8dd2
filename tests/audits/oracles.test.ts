import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHONE } from '#server/audits/browser/devices.ts';
import { judge } from '#server/audits/checks/judge.ts';
import { headerVerdicts } from '#server/audits/checks/security.ts';
import { observe } from '../e2e/support/observatory.ts';
import { auditIn } from '../fixtures/audits/bench.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { SITES } from '../fixtures/audits/sites.ts';

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet(SITES);
});
afterAll(() => internet.close());

/** Lighthouse's LCP of a fixture on the line and the window that our phone has. */
async function lighthouseLcp(name: string): Promise<number> {
  const { width, height, deviceScaleFactor, downloadMbps = 0, latencyMs = 0 } = PHONE.conditions;
  const flags = ['--headless=new', '--no-sandbox', internet.certificates.chromiumFlag];
  const chrome = await launch({
    chromePath: '/usr/lib/chromium/chromium',
    chromeFlags: [...flags, `--host-resolver-rules=MAP ${name}.test:443 127.0.0.1:${internet.securePort}`],
  });
  const throughput = downloadMbps * 1_000;
  const throttling = {
    rttMs: latencyMs,
    throughputKbps: throughput,
    requestLatencyMs: latencyMs,
    downloadThroughputKbps: throughput,
    uploadThroughputKbps: throughput,
    cpuSlowdownMultiplier: 1,
  };
  try {
    const result = await lighthouse(`https://${name}.test/`, {
      port: chrome.port,
      onlyAudits: ['largest-contentful-paint'],
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      throttling,
      screenEmulation: { mobile: true, width, height, deviceScaleFactor, disabled: false },
    });
    return result?.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN;
  } finally {
    chrome.kill();
  }
}

it.each(['fast', 'heavy', 'slow', 'shaky'])(
  'LCP of %s is within a fifth or 200 ms of Lighthouse',
  async (name) => {
    const { facts } = await auditIn(internet, name);
    const ours = facts.browser.measured ? (facts.browser.phone.lcpMs ?? Number.NaN) : Number.NaN;
    const theirs = await lighthouseLcp(name);
    console.log(`${name}: ${ours} ms, Lighthouse ${Math.round(theirs)} ms`);
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(Math.max(200, theirs * 0.2));
  },
);

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
