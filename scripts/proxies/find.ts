import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNPACKED } from '../support/apt.ts';
import { onPath } from '../support/on-path.ts';

/** The proxies that deploy/ has a configuration for. */
export const PROXIES = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Path of a proxy that runs: the system's, or the one that was unpacked. */
export function findProxy(proxy: ProxyName): string | undefined {
  const places = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' };
  const candidates = [onPath(proxy), join(UNPACKED, places[proxy])];
  const asked = proxy === 'nginx' ? '-v' : 'version';
  return candidates.find(
    (path) => path !== undefined && spawnSync(path, [asked], { stdio: 'ignore' }).status === 0,
  );
}

/** The nginx.conf that Debian's nginx reads, installed or unpacked. */
export function debianNginxConf(): string | undefined {
  return ['/etc/nginx/nginx.conf', join(UNPACKED, 'etc/nginx/nginx.conf')].find((path) => existsSync(path));
}
