import { expect, it } from 'vitest';
import { parseFactFile } from '#content/facts/fact-file.ts';
import { settingsFingerprint } from '#server/config/fingerprint.ts';
import { checkRunning } from './running.ts';

const config = {
  host: 'localhost',
  port: 3000,
  opsPort: 3001,
  publicUrl: 'http://localhost:3000',
  hosts: undefined,
};
const environment = { AIRTABLE_TOKEN: 'patSecret' };
const check = (fetcher: typeof fetch) =>
  checkRunning({ config, environment, fetcher, listens: async () => false });

it('a server that does not answer is another finding than none', async () => {
  const failing = (name: string) => async () => {
    throw Object.assign(new Error(name), { name });
  };
  expect(await check(failing('TypeError'))).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('ne tourne pas') },
  ]);
  expect(await check(failing('TimeoutError'))).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('pas répondu') },
  ]);
});

it('a server that cannot write is a finding', async () => {
  expect(await check(async () => new Response('{"status":"unavailable"}', { status: 503 }))).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('n’accepte pas d’écriture') },
  ]);
});

it('what tells whether the settings have changed tells none of them', () => {
  const one = settingsFingerprint(environment);
  expect(one).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}$/);
  expect(settingsFingerprint(environment)).not.toBe(one);
});

it('a server that was started with other settings or other facts is a finding', async () => {
  const startedWith = (fingerprint: string) =>
    check(async (url) =>
      Response.json({ status: 'ok', ...(String(url).endsWith('/settings') && { fingerprint }) }),
    );
  const facts = (closes: string) => new Map([['office', parseFactFile(`hours:\n  closes: ${closes}`)]]);
  const [before, now] = ['18:00', '17:00'].map((closes) => settingsFingerprint({}, 'salt', facts(closes)));
  expect(before).not.toBe(now);
  expect(await startedWith(settingsFingerprint(environment))).toEqual([]);
  const stale = [{ weight: 'blocks', text: expect.stringMatching(/facts\/.* npm run build.*redémarrer/) }];
  expect(await startedWith(settingsFingerprint({ AIRTABLE_TOKEN: 'patOld' }))).toMatchObject(stale);
  expect(await startedWith(settingsFingerprint(environment, 'salt', facts('18:00')))).toMatchObject(stale);
});
