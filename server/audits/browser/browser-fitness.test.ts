import { expect, it } from 'vitest';
import { browserFitness, type Machine } from './browser-fitness.ts';

const machine: Machine = {
  platform: 'linux',
  uid: 1_000,
  env: {},
  isProgram: (path) => path === '/usr/lib/chromium/chromium',
  userNamespaces: () => true,
};

it('finds the system’s Chromium itself, not its wrapper script', () => {
  expect(browserFitness({}, machine)).toEqual({ usable: true, program: '/usr/lib/chromium/chromium' });
});

it.each([
  ['not-linux', { platform: 'darwin' }],
  ['proxy-disabled', { env: { PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK: '' } }],
  ['not-found', { isProgram: () => false }],
  ['root', { uid: 0 }],
  ['no-sandbox', { userNamespaces: () => false }],
] as const)('%s', (why, change) => {
  expect(browserFitness({}, { ...machine, ...change })).toEqual({ usable: false, why });
});

it('looks for no other program when one is named', () => {
  expect(browserFitness({ program: '/opt/none' }, machine)).toEqual({ usable: false, why: 'not-found' });
});

it('needs no user namespaces when the package’s sandbox helper is there', () => {
  const isProgram = (path: string) => path.startsWith('/usr/lib/chromium/');
  expect(browserFitness({}, { ...machine, isProgram, userNamespaces: () => false }).usable).toBe(true);
});
