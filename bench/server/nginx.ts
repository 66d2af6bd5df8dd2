import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '#scripts/support/free-port.ts';
import { aptInstall } from '#scripts/support/programs.ts';

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
/** Where Debian puts it, which is on the path of administrators only. */
const NGINX = '/usr/sbin/nginx';
const PACKAGES = ['nginx-light', 'libnginx-mod-http-brotli-static', 'wrk'];

/** Debian's nginx, its module for precompressed files, and wrk. Returns in French why they are not there. */
export function nginxMissing(): string | undefined {
  const there = () => existsSync(BROTLI) && [NGINX, 'wrk'].every((name) => !spawnSync(name, ['-v']).error);
  if (there()) return undefined;
  const why = aptInstall(PACKAGES);
  return why ?? (there() ? undefined : 'nginx ou son module Brotli est introuvable');
}

/**
 * nginx with one worker process over the same built and precompressed files, logging each answer to a file too.
 * @param folder holds the site as `dist`
 */
export async function startNginx(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port));
  const child = spawn(NGINX, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGTERM'));
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url, child);
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function configuration(folder: string, port: number): string {
  return `load_module ${BROTLI};
daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http {
  types { text/html html; }
  charset utf-8;
  access_log ${folder}/nginx-access.log;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  brotli_static on;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/dist;
    add_header Cache-Control no-cache;
    location / { try_files $uri $uri/index.html =404; }
  }
}
`;
}

async function untilOpen(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
    await after(50);
  }
  throw new Error('nginx did not start');
}
