import { expect, it, vi } from 'vitest';
import { gallery } from './gallery.ts';

type Setup = Parameters<NonNullable<(typeof gallery)['hooks']['astro:config:setup']>>[0];

it.each([
  ['dev', ['/galerie', '/galerie/[house]/[name]']],
  ['build', []],
  ['preview', []],
] as const)('%s has the routes %j', async (command, routes) => {
  const injectRoute = vi.fn<Setup['injectRoute']>();
  await gallery.hooks['astro:config:setup']?.({ command, injectRoute } as Partial<Setup> as Setup);
  expect(injectRoute.mock.calls.map(([{ pattern }]) => pattern)).toEqual(routes);
});
