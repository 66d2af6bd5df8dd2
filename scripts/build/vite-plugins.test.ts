import { expect, it, vi } from 'vitest';
import { gallery, reloadAll } from './vite-plugins.ts';

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

/** What the plugin makes of a change, and what it tells the browser. */
function changed(environment: string, file: string) {
  const send = vi.fn();
  const { hotUpdate } = reloadAll;
  if (typeof hotUpdate !== 'function') throw new Error('reloadAll hears of no change');
  const context = { environment: { name: environment, hot: { send } } };
  const left = hotUpdate.call(context as never, { file } as never);
  return [left, ...send.mock.calls.flat()];
}

it('a change of words or of the server reloads the page', () => {
  for (const file of [
    '/r/content/pages/sales.ts',
    '/r/server/http/pages/parts.tsx',
    '/r/site/pages/sales.astro',
  ])
    expect(changed('client', file)).toEqual([[], { type: 'full-reload' }]);
});

it('styles are left to Vite; the database and the build reload nothing', () => {
  for (const file of ['/r/site/styles/base.css', '/r/data/leads.sqlite-wal', '/r/.cache/dev-server/main.js'])
    expect(changed('client', file)).toEqual([undefined]);
  expect(changed('ssr', '/r/content/pages/sales.ts')).toEqual([undefined]);
});
