// npm run dev: the site is reloaded and the server built and started anew at each change; what is the server's is
// handed on by the site's dev server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dev } from 'astro';
import { context, type Plugin } from 'esbuild';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { mailFolder } from '#server/messages/mail/maildir.ts';
import { listenRefusal } from '#server/start/listen-and-close.ts';
import { BuildFailed, tellRefusals } from './build/refusals.ts';
import { serverOptions } from './build/server.ts';
import { buildSite } from './build/site.ts';
import { reloadAll } from './build/vite-plugins.ts';
import { freePort, tryPort } from './support/free-port.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';
const root = join(import.meta.dirname, '..');

/** What the server answers itself: its API, and its own pages. */
const BY_SERVER = ['/api', '/audit', '/rendez-vous', '/suivi', '/effacement'];

const NOT_OPEN =
  'Le serveur ne s’est pas ouvert (ci-dessus). Si la base vient d’une autre branche, donnez-en une autre\u202f: DATA_DIR=.cache/essai npm run dev.';

/**
 * A server that is built and started anew whenever a file changes that it is made of; resolves once it is open.
 * @param settings environment variables
 * @returns what ends it
 * @throws BuildFailed when it does not open; it has said why on the error output
 */
async function startDevServer(root: string, settings: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const outdir = join(root, '.cache', 'dev-server');
  let child: ChildProcess | undefined;
  const end = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  const start = async (): Promise<boolean> => {
    await end();
    const preload = ['--import', './scripts/support/end-with-dev.mjs', '--enable-source-maps'];
    const started = spawn(process.execPath, [...preload, join(outdir, 'main.js')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...settings },
    });
    child = started;
    return Promise.race([
      once(started.stdout, 'data').then(() => true),
      once(started, 'exit').then(() => false),
    ]);
  };
  const first = Promise.withResolvers<boolean>();
  let isLater = false;
  const restart: Plugin = {
    name: 'restart',
    setup: ({ onEnd }) =>
      onEnd(async ({ errors }) => {
        const isOpen = errors.length === 0 && (await start());
        if (!isOpen && isLater) console.error(NOT_OPEN);
        first.resolve(isOpen);
        isLater = true;
      }),
  };
  const { plugins = [], ...options } = serverOptions(outdir);
  const built = await context({ ...options, logLevel: 'warning', plugins: [...plugins, restart] });
  const stop = async () => {
    await built.dispose();
    await end();
  };
  await built.watch();
  if (await first.promise) return stop;
  await stop();
  throw new BuildFailed(NOT_OPEN);
}

await tellRefusals(async () => {
  const config = loadConfig(readEnvironment(process.env));
  // Said like npm start says it: left to itself, Vite would open the next free port.
  await tryPort(config.port, config.host).catch((error) => {
    throw listenRefusal(error, 'PORT', config.host, config.port);
  });
  // The server also serves a built site: without one it would not start. It is not looked at here.
  await buildSite(config.publicUrl);
  if (config.mail.smtp === undefined)
    console.log(
      `Sans SMTP_URL, les e-mails sont des fichiers dans ${join(mailFolder(config.dataDir), 'new')}.`,
    );
  const apiPort = await freePort();
  const stopServer = await startDevServer(root, {
    HOST: 'localhost',
    PORT: String(apiPort),
    PUBLIC_URL: config.publicUrl,
  });
  const site = dev({
    root,
    server: { host: config.host, port: config.port },
    vite: {
      plugins: [reloadAll],
      server: {
        strictPort: true,
        // Folders that programs write to. Tests build sites in .cache/, and Astro would restart when their
        // astro.config.ts and tsconfig.json appear.
        watch: { ignored: ['.cache', 'dist', 'dist-server'].map((dir) => join(root, dir, '**')) },
        proxy: Object.fromEntries(BY_SERVER.map((path) => [path, `http://localhost:${apiPort}`])),
      },
    },
  });
  const stop = async () => {
    await Promise.all([stopServer(), site.then((started) => started.stop())]);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  await site.catch(async (error) => {
    await stopServer();
    throw error;
  });
});
