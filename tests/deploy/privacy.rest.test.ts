import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { proxyLog } from '#content/legal/privacy-policy.ts';

const deploy = resolve(import.meta.dirname, '../../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const { ipv4Bits, ipv6Bits } = proxyLog;

test('the privacy policy says of an address what both proxies log of it', () => {
  expect(read('nginx/oui-48.conf')).toContain(`$v4.0/${ipv4Bits}`);
  expect(read('nginx/oui-48.conf')).toContain(`$v6::/${ipv6Bits}`);
  expect(read('caddy/Caddyfile')).toContain(`ipv4 ${ipv4Bits}`);
  expect(read('caddy/Caddyfile')).toContain(`ipv6 ${ipv6Bits}`);
});

test('and names each thing that nginx logs', () => {
  const logged = [...read('nginx/oui-48.conf').matchAll(/"(\w+)":"\$/g)].map(([, name]) => name);
  // « Date, réseau, méthode, page sans ses paramètres, résultat (deux fois), taille, durée, protocole »
  expect(logged).toEqual([
    'time',
    'network',
    'method',
    'path',
    'status',
    'upstream',
    'bytes',
    'seconds',
    'protocol',
  ]);
});
