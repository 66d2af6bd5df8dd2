import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProxy } from '#scripts/support/programs.ts';
import { answers } from '../deploy/proxy.ts';
import type { AtEnd } from '../service/temporary-folder.ts';
import { until } from './until.ts';

/** Where Caddy and certbot ask for certificates unless told otherwise; the machine finds the test's own authority there. */
export const PUBLIC_AUTHORITY = 'acme-v02.api.letsencrypt.org';
const START_MS = 30_000;

/**
 * A certificate authority of the test's own, in the place of the public one: it tries what it is asked to certify, over
 * http and by the same protocol (ACME). It is Caddy's.
 * @param address where it listens, port 443
 * @param hosts the names that it has to find, as lines of /etc/hosts
 * @returns its root certificate
 */
export async function startAuthority(
  { folder, address, hosts }: { folder: string; address: string; hosts: string },
  atEnd: AtEnd,
): Promise<string> {
  const program = findProxy('caddy');
  if (program === undefined) throw new Error('Caddy is missing: node scripts/run.mjs scripts/programs.ts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost\n${hosts}`);
  const settings = `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${folder}/storage
}
https://${PUBLIC_AUTHORITY} {
	bind ${address}
	tls internal
	rewrite /directory /acme/local/directory
	acme_server
}
`;
  writeFileSync(join(folder, 'Caddyfile'), settings);
  const script =
    'mount --bind "$1/hosts" /etc/hosts && exec "$2" run --config "$1/Caddyfile" --adapter caddyfile';
  const log = openSync(join(folder, 'authority.log'), 'a');
  const args = ['--mount', '--propagation', 'private', 'sh', '-ec', script, 'sh', folder, program];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('unshare', args, { env, stdio: ['ignore', log, log] });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const certificate = join(folder, 'storage/pki/authorities/local/root.crt');
  await until(() => existsSync(certificate) && answers(443, address), START_MS);
  return readFileSync(certificate, 'utf8');
}
