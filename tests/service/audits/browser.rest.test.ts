import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { findChromium } from '#scripts/browsers/installed-browsers.ts';
import type { Facts } from '#server/audits/audit-facts.ts';
import { launchBrowser } from '#server/audits/browser/launch-browser.ts';
import { judgeFacts } from '#server/audits/checks/judge-facts.ts';
import type { AuditStep } from '#server/audits/process/run-audit.ts';
import { auditIn, hostileVisit, probeIn } from '../../fixtures/audits/bench.ts';
import { SANDBOX } from '../../fixtures/audits/environment.ts';
import { BY_BROWSER } from '../../fixtures/audits/expected.ts';
import { HUNGRY } from '../../fixtures/audits/hungry.ts';
import { type Internet, openInternet } from '../../fixtures/audits/internet.ts';
import { LEGAL, page, pages, type Site } from '../../fixtures/audits/site.ts';
import { SITES } from '../../fixtures/audits/sites.ts';

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet({
    ...SITES,
    ...HUNGRY,
    ...BEYOND_THE_PROBE,
    'called-missing': CALLED_MISSING,
  });
});
afterAll(() => internet.close());

/** What a visitor's browser shows, and a visit without one does not see. */
const BEYOND_THE_PROBE: Readonly<Record<string, Site>> = {
  /** Nine seconds until its first byte. */
  late: {
    answer(request, response) {
      const wait = request.url === '/' ? 9_000 : 0;
      setTimeout(() => pages({ '/': page(), ...LEGAL })(request, response), wait);
    },
  },
  'large-page': { answer: pages({ '/': page({ head: `<!-- ${'x'.repeat(3_200_000)} -->` }), ...LEGAL }) },
  /** Until its script has run. */
  'said-parked': {
    answer: pages({
      '/': `<!doctype html><html lang=fr><title>Cave Dubois</title><p id=p>Ce nom de domaine est réservé.</p>
        <script>p.textContent = 'Vins de Lavaux, dégustation sur rendez-vous.'</script></html>`,
    }),
  },
};

const CALLED_MISSING: Site = {
  answer(_request, response) {
    response.writeHead(404, { 'content-type': 'text/html' });
    response.end(page({ body: `<h1>Menuiserie</h1><p>${'Portes et cuisines. '.repeat(50)}</p>` }));
  },
};

const outcomes = (facts: Facts) =>
  Object.fromEntries(judgeFacts(facts).map(({ id, outcome }) => [id, outcome]));
const expected = (name: string) => {
  const except = BY_BROWSER[name]?.except ?? {};
  const ids = judgeFacts({ version: 0 } as Facts).map(({ id }) => id);
  return Object.fromEntries(ids.map((id) => [id, except[id] ?? 'ok']));
};

/** The account `nobody`, as which Debian's Chromium starts with its sandbox where user namespaces are allowed. */
const NOBODY = 65_534;

// Two at a time: most of an audit is waiting.
it.concurrent('started as in production, as an account without rights and with its sandbox: pictures, facts, every point', async () => {
  const home = mkdtempSync(join(tmpdir(), 'nobody-'));
  chmodSync(home, 0o755);
  const root = process.getuid?.() === 0;
  if (root) chownSync(home, NOBODY, NOBODY);
  const node = [process.execPath, 'tests/fixtures/audits/as-another-user.ts', 'fast'];
  const user = root ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const [program = '', ...args] = [...user, ...node];
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home };
  const running = promisify(execFile)(program, args, { env, timeout: 110_000 });
  const { stdout, stderr } = await running.finally(() => rmSync(home, { recursive: true, force: true }));
  expect(stdout, stderr).not.toBe('');
  const { uid, facts, sizes } = JSON.parse(stdout) as {
    uid: number;
    facts: Facts;
    sizes: [string, number][];
  };
  expect(uid).not.toBe(0);
  expect(facts.browser).toMatchObject({ measured: true });
  expect(outcomes(facts)).toEqual(expected('fast'));
  expect(Object.fromEntries(sizes)).toMatchObject({ phone: expect.any(Number), desktop: expect.any(Number) });
});

it.concurrent('cookies of another site are seen before any click', async () => {
  const { facts, pictures } = await auditIn(internet, 'cookies');
  expect(outcomes(facts)).toEqual(expected('cookies'));
  expect(facts.browser).toMatchObject({
    phone: {
      thirdPartyCookies: [
        { name: 'visitor', site: 'tracker.test' },
        { name: 'seen', site: 'tracker.test' },
      ],
    },
  });
  for (const { name, bytes } of pictures.filter(({ type }) => type === 'image/webp'))
    expect(Buffer.from(bytes.subarray(8, 12)).toString(), name).toBe('WEBP');
});

it.concurrent.each(['browser-wall', 'quiet-wall'])(
  '%s: a wall that only browsers meet is no page, and its picture is never shown',
  async (name) => {
    const told: (string | undefined)[] = [];
    const onStep = ({ picture }: AuditStep) => told.push(picture?.name);
    const { facts, pictures } = await auditIn(internet, name, { onStep });
    expect(facts).toMatchObject({
      visit: { end: 'seen' },
      page: { rendered: false, h1: [expect.any(String)] },
      browser: { measured: false, why: 'refused' },
    });
    expect([...told.filter(Boolean), ...pictures]).toEqual([]);
    expect(outcomes(facts)).toEqual(expected(name));
  },
);

it.concurrent.each(Object.keys(BEYOND_THE_PROBE))(
  '%s: where the probe sees no page and the browser shows one, the browser’s facts count',
  async (name) => {
    const without = await probeIn(internet, name);
    expect(without.facts.visit.end).not.toBe('seen');
    const { facts, pictures } = await auditIn(internet, name);
    expect(facts).toMatchObject({
      visit: { end: 'seen', status: 200 },
      page: { rendered: true, lang: 'fr' },
      http: { status: 200, tls: { trusted: true, protocol: 'TLSv1.3' } },
      browser: { measured: true },
    });
    const judged = outcomes(facts);
    expect([judged.https, judged.certificate, judged.indexable, judged.ttfb]).toEqual([
      ...['ok', 'ok', 'ok'],
      'not-measured',
    ]);
    expect(pictures.map((picture) => picture.name)).toContain('phone');
  },
);

it.concurrent('an entrance that is shown, and called an error, is measured', async () => {
  const { facts } = await auditIn(internet, 'called-missing');
  expect(facts).toMatchObject({ visit: { end: 'seen', status: 404 }, browser: { measured: true } });
  expect(outcomes(facts)).toMatchObject({ indexable: 'failed', title: 'ok', lcp: 'ok' });
});

it.concurrent.each(['parked', 'tarpit'])('%s stays what it is in a browser too', async (name) => {
  const { facts, pictures } = await auditIn(internet, name);
  expect(facts).toMatchObject({
    visit: { end: name === 'parked' ? 'parked' : 'too-slow' },
    browser: { measured: false },
  });
  expect(pictures).toEqual([]);
});

it.concurrent('a hostile page reaches nothing on this machine, its tries are logged, and the browser asks nothing of its own', async () => {
  const { trap, refused } = await hostileVisit();
  expect(trap.hits).toEqual([]);
  expect(refused).toEqual(['0.0.0.0', '127.0.0.1', '::1', '::ffff:7f00:1', 'localhost', 'rebound.test']);
});

it('a browser whose process is not found is ended, and nothing of it stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  const program = join(folder, 'chromium');
  // Its processes are found by the folder that this argument names.
  const script = `#!/bin/bash
    args=(); for arg; do [[ $arg == --crash-dumps-dir=* ]] || args+=("$arg"); done
    exec /usr/lib/chromium/chromium "\${args[@]}"`;
  writeFileSync(program, script, { mode: 0o755 });
  const mark = `--mark=${crypto.randomUUID()}`;
  const proxy = { server: 'http://127.0.0.1:1', username: 'a', password: 'b' };
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`audit-${process.pid}-`));
  const before = left();
  const starting = launchBrowser({ program, proxy, seams: { sandbox: SANDBOX, more: [mark] } });
  await expect(starting).rejects.toThrow(/process was not found/);
  await expect.poll(() => spawnSync('pgrep', ['-f', '--', mark], { encoding: 'utf8' }).stdout).toBe('');
  expect(left()).toEqual(before);
  rmSync(folder, { recursive: true });
});

it('a browser that is killed leaves neither its profile nor its lock behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  const proxy = { server: 'http://127.0.0.1:1', username: 'a', password: 'b' };
  const { kill } = await launchBrowser({ program: findChromium() ?? '', proxy, seams: { sandbox: SANDBOX } });
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const part of ['audit-', 'playwright_', 'org.chromium'])
    expect(written.filter((path) => path.includes(part)).length, part).toBeGreaterThan(0);
  await kill();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

it('a page that spins and one that fills the memory end in time, and the next audit runs', async () => {
  const limits = { probeMs: 20_000, browser: { lifeMs: 7_000, memoryMb: 1_024 } };
  const from = performance.now();
  const spinning = await auditIn(internet, 'spinning', { limits });
  expect(spinning.facts.browser).toEqual({ measured: false, why: 'time-limit' });
  const longer = { ...limits, browser: { lifeMs: 20_000, memoryMb: 1_024 } };
  const allocating = await auditIn(internet, 'allocating', { limits: longer });
  expect(allocating.facts.browser).toEqual({ measured: false, why: 'memory-limit' });
  expect(performance.now() - from).toBeLessThan(60_000);
  expect((await auditIn(internet, 'shell')).facts).toMatchObject({
    page: { rendered: true, h1: [expect.any(String)] },
  });
});
