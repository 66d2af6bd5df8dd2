import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { booking } from '#content/booking.ts';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { observe } from './support/observatory.ts';
import { addressOf, builtRoutes } from './support/site.ts';

/** Of what csp_evaluator may find, what weighs: bypasses and broken syntax, certain or likely. */
function weighty(policy: string) {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
    .map(({ directive, description }) => `${directive}: ${description}`);
}

it('the evaluator would say so if a policy were weak', () => {
  expect(weighty("default-src 'none'; script-src 'unsafe-inline' https:; base-uri 'none'")).not.toEqual([]);
});

describe.each(builtRoutes())('%s', (route) => {
  it('says by header what it may do, and needs nothing unsafe for it', async () => {
    const response = await fetch(`${inject('siteUrl')}${addressOf(route)}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/unsafe|data:|\*|http:/);
    expect(weighty(policy)).toEqual([]);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('referrer-policy')).toBe(
      ['/introduction', '/validation'].includes(route) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    );
    const html = await response.text();
    expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/);
    // Our own booking is a page of this site; a provider's is a frame of theirs (booking.test.ts).
    expect(policy.includes('frame-src')).toBe(
      ['calendly', 'cal'].includes(booking.way) && html.includes('data-booking-link'),
    );
    expect(policy.includes("form-action 'self'")).toBe(html.includes('<form'));
    expect(policy.includes("media-src 'self'")).toBe(/<a [^>]*data-film/.test(html));
  });
});

it('the policy of what is no page allows nothing', async () => {
  for (const path of ['/robots.txt', '/api/challenge', '/api/nulle-part', '/icon-agency.svg']) {
    const response = await fetch(`${inject('siteUrl')}${path}`);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; [^']*'none'/);
    expect(response.headers.get('content-security-policy')).not.toContain("'self'");
  }
});

describe('Mozilla’s HTTP Observatory', () => {
  const PAGES = ['/', '/sales', '/introduction', '/restaurants'];

  it.each(PAGES)('takes points from %s for the missing TLS alone', async (path) => {
    const { score, grade, findings } = await observe(inject('siteUrl'), path, false);
    const taken = Object.entries(findings).filter(([, points]) => points < 0);
    expect(Object.fromEntries(taken)).toEqual({
      'hsts-not-implemented-no-https': -20,
      'redirection-missing': -20,
    });
    expect([score, grade]).toEqual([60, 'C+']);
  });

  it('has nothing left to ask for once TLS stands in front', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'headers-'));
    // The site as it is built: only the server is told that visitors come by https.
    const server = await serve({
      environment: { PUBLIC_URL: 'https://exemple.ch', PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir },
      siteDir: join(import.meta.dirname, '../../dist'),
      log: createLog({ write: () => {} }),
    });
    onTestFinished(async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    });
    for (const path of PAGES) {
      const { score, grade, findings } = await observe(server.url, path, true);
      expect(Object.values(findings).filter((points) => points < 0)).toEqual([]);
      expect([score, grade]).toEqual([130, 'A+']);
    }
  });
});
