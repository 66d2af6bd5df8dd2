import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeFacts } from '#server/audits/checks/judge-facts.ts';
import { auditIn, probeIn } from '../fixtures/audits/bench.ts';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { type OwnSite, openOwnSite } from '../fixtures/audits/own-site.ts';
import { ROUTES } from './support/site.ts';

/** `npm run test:audit` opens them all in a browser. */
const IN_BROWSER = '/sales';

let own: OwnSite;
let internet: Internet;

beforeAll(async () => {
  own = await openOwnSite();
  internet = await openInternet({ ours: own.site });
});
afterAll(async () => {
  await internet.close();
  await own.close();
});

it.each(ROUTES.filter((route) => route !== '/404'))('our own audit finds nothing red on %s', async (path) => {
  const { facts } =
    path === IN_BROWSER
      ? await auditIn(internet, 'ours', { path, besideOthers: true })
      : await probeIn(internet, 'ours', path);
  expect(facts.visit.end).toBe('seen');
  const red = judgeFacts(facts).filter(({ outcome }) => outcome === 'failed');
  expect(red.map(({ id, sentence }) => `${id}: ${sentence}`)).toEqual([]);
});
