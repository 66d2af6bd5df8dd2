// npm run dev: Astro reloads the site, Node restarts the server; the site's dev server hands on what is the server's.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { dev } from 'astro';
import { loadConfig } from '#server/config/config.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { listenRefusal } from '#server/start/listen.ts';
import { buildSite } from './build/site.ts';
import { freePort } from './support/free-port.ts';
import { tellRefusals } from './tell-refusals.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';
const root = join(import.meta.dirname, '..');

/** What the server answers itself: its API, and its own pages. */
const BY_SERVER = ['/api', '/audit', '/rendez-vous', '/suivi', '/effacement'];

await tellRefusals(async () => {
  const config = loadConfig(readEnvironment(process.env));
  await refuseTaken(config.host, config.port);
  // The server also serves a built site: without one it would not start. Nobody looks at it here.
  await buildSite(config.publicUrl);
  const apiPort = await freePort();
  const server = startServer(apiPort, config.publicUrl);
  const site = dev({
    root,
    server: { host: config.host, port: config.port },
    vite: {
      server: {
        strictPort: true,
        // What programs write: the tests build sites there, with configurations that Astro would take for its own.
        watch: { ignored: ['.cache', 'dist'].map((dir) => join(root, dir, '**')) },
        proxy: Object.fromEntries(BY_SERVER.map((path) => [path, `http://localhost:${apiPort}`])),
      },
    },
  });
  const stop = async () => {
    server.kill();
    await (await site).stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  await site.catch((error) => {
    server.kill();
    throw error;
  });
});

/** Throws StartRefused like npm start: left to itself, Vite would quietly open the next port that is free. */
async function refuseTaken(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error) => {
    throw listenRefusal(error, 'PORT', host, port);
  });
  server.close();
  await once(server, 'close');
}

function startServer(port: number, publicUrl: string): ChildProcess {
  const reload = ['server', 'domain', 'content'].map((dir) => `--watch-path=${dir}`);
  return spawn(process.execPath, [...reload, '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: 'localhost', PORT: String(port), PUBLIC_URL: publicUrl },
  });
}
