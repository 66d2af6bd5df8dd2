import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { context, type Plugin } from 'esbuild';
import { BuildFailed } from '../build/refusals.ts';
import { serverOptions } from '../build/server.ts';

const NOT_OPEN =
  'Le serveur ne s’est pas ouvert (ci-dessus). Si la base vient d’une autre branche, donnez-en une autre\u202f: DATA_DIR=.cache/essai npm run dev.';

/**
 * A server that is built and started anew whenever a file changes that it is made of; resolves once it is open.
 * @param settings environment variables
 * @returns what ends it
 * @throws BuildFailed when it does not open; it has said why on the error output
 */
export async function startDevServer(
  root: string,
  settings: NodeJS.ProcessEnv,
): Promise<() => Promise<void>> {
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
