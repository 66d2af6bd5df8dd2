import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '#scripts/build/site.ts';
import { judgeFacts } from '#server/audits/checks/judge-facts.ts';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { ROUTES } from '../e2e/support/site.ts';
import { auditIn } from '../fixtures/audits/bench.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { type OwnSite, openOwnSite } from '../fixtures/audits/own-site.ts';

let own: OwnSite;
let internet: Internet;

beforeAll(async () => {
  await buildSite(loadConfig(readEnvironment(process.env)).publicUrl);
  own = await openOwnSite();
  internet = await openInternet({ ours: own.site });
}, 180_000);
afterAll(async () => {
  await internet.close();
  await own.close();
});

/** What an error page gets is no verdict at all, whosesoever it is. */
const PAGES = ROUTES.filter((route) => route !== '/404');

it.each(PAGES)('nothing is red in the audit of our own %s', async (route) => {
  const { facts } = await auditIn(internet, 'ours', { path: route });
  expect(facts.visit.end).toBe('seen');
  expect(facts.browser).toMatchObject({ measured: true, desktop: expect.anything() });
  const results = judgeFacts(facts);
  const said = (outcome: string) =>
    results.flatMap((result) => (result.outcome === outcome ? [`${result.id}: ${result.sentence}`] : []));
  console.log(`${route} ${said('review').join(' | ')}`);
  expect(said('failed')).toEqual([]);
  expect(said('not-measured')).toEqual([]);
});
