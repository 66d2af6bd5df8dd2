// npm run dev: Astro reloads the site, Node restarts the server; the site's dev server hands on what is the server's.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { dev } from 'astro';
import { loadConfig } from '#server/config/config.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { listenRefusal } from '#server/start/listen.ts';
import { buildSite } from './build/site.ts';
import { freePort } from './support/free-port.ts';
import { tryPort } from './support/try-port.ts';
import { tellRefusals } from './tell-refusals.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';
const root = join(import.meta.dirname, '..');

/** What the server answers itself: its API, and its own pages. */
const BY_SERVER = ['/api', '/audit', '/rendez-vous', '/suivi', '/effacement'];

await tellRefusals(async () => {
  const config = loadConfig(readEnvironment(process.env));
  // Said like npm start says it: left to itself, Vite would open the next free port.
  await tryPort(config.port, config.host).catch((error) => {
    throw listenRefusal(error, 'PORT', config.host, config.port);
  });
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
        // Folders that programs write to. Tests build sites in .cache/, and Astro would restart when their
        // astro.config.ts and tsconfig.json appear.
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

function startServer(port: number, publicUrl: string): ChildProcess {
  const reload = ['server', 'domain', 'content'].map((dir) => `--watch-path=${dir}`);
  return spawn(process.execPath, [...reload, '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: 'localhost', PORT: String(port), PUBLIC_URL: publicUrl },
  });
}
