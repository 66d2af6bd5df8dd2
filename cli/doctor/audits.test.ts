import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Machine } from '#server/audits/browser/browser-fitness.ts';
import { checkAudits, reachesPublicSites } from './audits.ts';

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

test('names what is missing and what to do; the site can go live without', async () => {
  const config = { audits: { mode: 'full' } as const };
  for (const [overrides, words] of REASONS) {
    const [finding, ...others] = await checkAudits(config, undefined, machine(overrides));
    expect([finding?.weight, others]).toEqual(['mend', []]);
    expect(finding?.text).toMatch(words);
  }
  const [fine] = await checkAudits(config, async () => true, machine());
  expect(fine).toMatchObject({ weight: 'fine', text: expect.stringContaining('/usr/lib/chromium/chromium') });
});

test('says when there is no way out, unless no audit is offered', async () => {
  const closed = async () => false;
  for (const mode of ['full', 'http'] as const) {
    const found = await checkAudits({ audits: { mode } }, closed, machine());
    expect(found.at(-1)).toMatchObject({ weight: 'mend', text: expect.stringContaining('443') });
  }
  expect(await checkAudits({ audits: { mode: 'off' } }, closed, machine())).toEqual([
    { weight: 'fine', text: 'AUDITS=off : aucun audit express n’est proposé.' },
  ]);
});

test('the way out: names resolved, port 443 open; never an exception', async () => {
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
