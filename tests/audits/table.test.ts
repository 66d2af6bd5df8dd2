import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '#server/audits/checks/judge.ts';
import { auditIn } from '../fixtures/audits/bench.ts';
import { BY_BROWSER } from '../fixtures/audits/expected.ts';
import { HUNGRY } from '../fixtures/audits/hungry.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { SITES } from '../fixtures/audits/sites.ts';

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet({ ...SITES, ...HUNGRY });
});
afterAll(() => internet.close());

it.each(Object.entries(BY_BROWSER))('%s in a browser', async (name, { except = {} }) => {
  const { facts } = await auditIn(internet, name);
  const results = judge(facts);
  expect(Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))).toEqual(
    Object.fromEntries(results.map(({ id }) => [id, except[id] ?? 'ok'])),
  );
});

it('each load has all the bytes of the limit, and what was cut says so', async () => {
  const { browser } = (await auditIn(internet, 'glutton')).facts;
  if (!browser.measured) throw new Error(browser.why);
  expect(browser.phone).toMatchObject({ partial: true });
  expect(browser.phone.bytes).toBeGreaterThan(4_000_000);
  expect(browser.desktop).toMatchObject({ partial: true });
  expect(browser.desktop?.bytes).toBeGreaterThan(20_000_000);
  expect(browser.refused).toEqual({ limit: 1 });
  const { browser: light } = (await auditIn(internet, 'fast')).facts;
  expect(light.measured && [light.phone.partial, light.desktop?.partial]).toEqual([undefined, undefined]);
});

it('a certificate that no browser takes leaves the browser’s points unmeasured', async () => {
  const { facts } = await auditIn(internet, 'expired');
  // The fixtures' authority is trusted by its key, so the date is all that is wrong, and Chromium overlooks it then.
  expect(judge(facts).find(({ id }) => id === 'https')?.outcome).toBe('failed');
});

it('a page that spins once it has loaded ends in time', async () => {
  const from = performance.now();
  const { facts } = await auditIn(internet, 'spinning-late');
  expect(performance.now() - from).toBeLessThan(60_000);
  expect(facts.browser.measured || facts.browser.why === 'time-limit').toBe(true);
});
