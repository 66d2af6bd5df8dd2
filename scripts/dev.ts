// npm run dev: the site is reloaded and the server built and started anew at each change; what is the server's is
// handed on by the site's dev server.
import { join } from 'node:path';
import { dev } from 'astro';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { mailFolder } from '#server/messages/mail/maildir.ts';
import { listenRefusal } from '#server/start/listen-and-close.ts';
import { tellRefusals } from './build/refusals.ts';
import { buildSite } from './build/site.ts';
import { reloadAll } from './dev/reload-all.ts';
import { startDevServer } from './dev/server.ts';
import { freePort, tryPort } from './support/free-port.ts';

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
