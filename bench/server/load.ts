import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#scripts/support/free-port.ts';
import { aptInstall } from '#scripts/support/programs.ts';
import { postLead, someLead } from '../../tests/fakes/leads.ts';

export const CONNECTIONS = 64;
const SCRIPT = join(import.meta.dirname, 'load.lua');
const run = promisify(execFile);

export interface Load {
  readonly what: 'leads' | 'page';
  readonly url: string;
  readonly seconds: number;
}

/** As many requests as the server answers, by Debian's wrk; returns answers a second, throws when one was no success. */
export async function load({ what, url, seconds }: Load): Promise<number> {
  const prefix = randomBytes(4).toString('hex');
  const args = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    SCRIPT,
    url,
    '--',
    what,
    prefix,
  ];
  const { stdout } = await run('wrk', args);
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    answers: number;
    seconds: number;
    failed: number;
  };
  if (told.failed > 0 || told.answers === 0)
    throw new Error(`${told.failed} of ${told.answers} answers of ${url} were no success`);
  return told.answers / told.seconds;
}

/**
 * Sends leads at a steady pace, whatever the answers take, as visitors do who do not know of each other.
 * @returns how long each took to be accepted, in milliseconds; throws when one was not
 */
export async function acceptedAt(perSecond: number, url: string, seconds: number): Promise<number[]> {
  const started = performance.now();
  const sent: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = started + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await after(early);
    sent.push(accepted(url));
  }
  return Promise.all(sent);
}

async function accepted(url: string): Promise<number> {
  const lead = someLead();
  const started = performance.now();
  const send = () => postLead(url, lead);
  // A connection that has been idle may be closed just as it is used again: then, as a browser does, once more.
  const response = await send().catch(send);
  await response.arrayBuffer();
  const took = performance.now() - started;
  if (![200, 201].includes(response.status)) throw new Error(`A lead was answered ${response.status}`);
  return took;
}

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
/** Where Debian puts it, which is on the path of administrators only. */
const NGINX = '/usr/sbin/nginx';
const PACKAGES = ['nginx-light', 'libnginx-mod-http-brotli-static', 'wrk'];

/** Installs Debian's nginx, its module for precompressed files, and wrk. Returns in French why they are not there. */
export function programsMissing(): string | undefined {
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
