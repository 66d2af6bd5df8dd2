import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLOUDFLARE } from '#server/http/hooks.ts';
import { DEPLOY } from '../deploy/shipped.ts';
import { raw } from './raw.ts';
import { startServer } from './test-server.ts';

const BEHIND = { HOST: '127.0.0.1', PUBLIC_URL: 'https://exemple.ch', TRUST_PROXY: '127.0.0.0/30' };
const LINE = 'ne transmet pas l’adresse des visiteurs';

const ask = (url: string, host: string, header = '') =>
  raw(url, `GET /sales HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`);

test('a trusted proxy that hides who comes is told of once, in the log and to whoever asks', async () => {
  const server = await startServer(BEHIND);
  const warnings = async () =>
    ((await (await fetch(`${server.opsUrl}/readyz`)).json()) as { warnings?: string[] }).warnings;
  await ask(server.url, 'exemple.ch', 'X-Forwarded-For: 192.0.2.7\r\n');
  await ask(server.url, new URL(server.url).host);
  expect(server.log()).not.toContain(LINE);
  expect(await warnings()).toBeUndefined();
  for (let times = 0; times < 3; times += 1) await ask(server.url, 'exemple.ch:443');
  expect(server.log().split(LINE)).toHaveLength(2);
  expect(await warnings()).toEqual([expect.stringContaining(LINE)]);
});

test('Cloudflare is told of once where its edges count as visitors, and never on a visitor’s word', async () => {
  const server = await startServer(BEHIND);
  const unheard = 'Le site est derrière Cloudflare';
  const by = (from: string, said: string) => `X-Forwarded-For: ${from}\r\nCF-Connecting-IP: ${said}\r\n`;
  // What the proxy believes, and what a visitor forges.
  await ask(server.url, 'exemple.ch', by('192.0.2.7', '192.0.2.7'));
  await ask(server.url, 'exemple.ch', by('192.0.2.7', '198.51.100.1'));
  expect(server.log()).not.toContain(unheard);
  for (const edge of ['172.68.1.2', '2a06:98c0::1'])
    await ask(server.url, 'exemple.ch', by(edge, '192.0.2.7'));
  expect(server.log().split(unheard)).toHaveLength(2);
});

test.each(['nginx/oui-48-cloudflare.conf', 'caddy/oui-48-cloudflare.caddy'])(
  '%s names the networks that the server knows',
  (file) => {
    const found = readFileSync(join(DEPLOY, file), 'utf8')
      .replace(/^#.*$/gm, '')
      .match(/[\da-f.:]+\/\d+/g);
    expect(found).toEqual(CLOUDFLARE);
  },
);

test('a visitor who comes without any proxy is no silent proxy', async () => {
  const server = await startServer({ ...BEHIND, TRUST_PROXY: '192.0.2.1' });
  await ask(server.url, 'exemple.ch');
  expect(server.log()).not.toContain(LINE);
});

test.each([
  [{ PUBLIC_URL: 'https://exemple.ch' }, 'TRUST_PROXY manque'],
  [{ PUBLIC_URL: 'https://exemple.ch', TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, 'croit tout le monde'],
  [{ TRUST_PROXY: '2000::/3' }, 'croit tout le monde'],
])('%o is said at the start', async (environment, words) => {
  const server = await startServer(environment);
  expect(server.log()).toContain(words);
});
