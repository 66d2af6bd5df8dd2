import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { parseFactFile } from '#content/facts/fact-file.ts';
import type { Machine } from '#server/audits/browser/browser-fitness.ts';
import { settingsFingerprint } from '#server/config/config.ts';
import { checkAudits, checkRunning, reachesPublicSites } from './reach-checks.ts';

const running = {
  host: 'localhost',
  port: 3000,
  opsPort: 3001,
  publicUrl: 'http://localhost:3000',
  hosts: undefined,
};
const environment = { AIRTABLE_TOKEN: 'patSecret' };
const check = (fetcher: typeof fetch) =>
  checkRunning({ config: running, environment, fetcher, listens: async () => false });

test('a server that hangs and a server that is not there are different findings', async () => {
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

test('a server that cannot write is a finding', async () => {
  expect(await check(async () => new Response('{"status":"unavailable"}', { status: 503 }))).toMatchObject([
    { weight: 'blocks', text: expect.stringContaining('n’accepte pas d’écriture') },
  ]);
});

test('the fingerprint of the settings discloses none of them', () => {
  const one = settingsFingerprint(environment);
  expect(one).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}$/);
  expect(settingsFingerprint(environment)).not.toBe(one);
});

test('a server that was started with other settings or other facts is a finding', async () => {
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

const machine = (overrides: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  uid: 1000,
  env: {},
  isProgram: (path) => path === '/usr/lib/chromium/chromium',
  userNamespaces: () => true,
  ...overrides,
});

const REASONS: readonly (readonly [Partial<Machine>, RegExp])[] = [
  [{ uid: 0 }, /root.*deploy\/systemd/],
  [{ isProgram: () => false }, /Aucun navigateur.*apt-get install chromium/],
  [{ userNamespaces: () => false }, /isoler.*chromium-sandbox/],
  [{ platform: 'darwin' }, /Linux.*AUDITS=http/],
];

test('a browser that cannot be used is named with what to do, and does not block', async () => {
  const config = { audits: { mode: 'full' } as const };
  for (const [overrides, words] of REASONS) {
    const [finding, ...others] = await checkAudits(config, undefined, machine(overrides));
    expect([finding?.weight, others]).toEqual(['mend', []]);
    expect(finding?.text).toMatch(words);
  }
  const [fine] = await checkAudits(config, async () => true, machine());
  expect(fine).toMatchObject({ weight: 'fine', text: expect.stringContaining('/usr/lib/chromium/chromium') });
});

test('a machine that reaches no public site is a finding, unless no audit is offered', async () => {
  const closed = async () => false;
  for (const mode of ['full', 'http'] as const) {
    const found = await checkAudits({ audits: { mode } }, closed, machine());
    expect(found.at(-1)).toMatchObject({ weight: 'mend', text: expect.stringContaining('443') });
  }
  expect(await checkAudits({ audits: { mode: 'off' } }, closed, machine())).toEqual([
    { weight: 'fine', text: 'AUDITS=off : aucun audit express n’est proposé.' },
  ]);
});

test('public sites are reached when a name resolves and port 443 connects; a failure throws nothing', async () => {
  const socket = (event: string) => () => {
    const fake = Object.assign(new EventEmitter(), { destroy: () => {} });
    setImmediate(() => fake.emit(event, new Error('closed')));
    return fake as unknown as Socket;
  };
  const open = { resolve: async () => ['2001:db8::1', '192.0.2.1'], connect: socket('connect') };
  expect(await reachesPublicSites(open)).toBe(true);
  expect(await reachesPublicSites({ ...open, connect: socket('error') })).toBe(false);
  expect(await reachesPublicSites({ ...open, resolve: async () => [] })).toBe(false);
  expect(await reachesPublicSites({ ...open, resolve: () => Promise.reject(new Error('no server')) })).toBe(
    false,
  );
});
