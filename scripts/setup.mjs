// Runs on whatever Node the machine has (20 or newer): built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. Node 20 before 20.11 has no import.meta.dirname. */
export const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.installed');

/** Path of the Node the repository pins; it runs everything after the set-up. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/** No package runs a script when it is installed (.npmrc), but for these, which put their program in its place. */
const NEED_THEIR_SCRIPT = ['node', 'esbuild'];

/**
 * Installs the locked dependencies when they are missing or the lockfile has changed since; else does nothing. What
 * serves (`dependencies`) is enough to build and open the site; checks and measures need the rest too, which is added
 * beside it. The stamp is written last, so an install that was cut short is done again.
 * @param {{ dev: boolean }} wanted whether the packages that check and measure are needed
 */
export function ensureInstalled({ dev }) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const locked = createHash('sha256').update(lockfile).digest('hex');
  const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const upToDate = installed === locked && existsSync(pinnedNode);
  if (upToDate && (extent === 'all' || !dev)) return;
  const packages = Object.entries(JSON.parse(lockfile).packages).filter(
    ([at, one]) => at !== '' && !one.optional,
  );
  const needed = dev ? packages : packages.filter(([, one]) => !one.dev);
  const started = Date.now();
  process.stderr.write(`Installation de ce qui manque (${needed.length} paquets), une seule fois… `);
  const quiet = ['--loglevel=error', '--no-fund', '--no-audit'];
  const done =
    // Packages that are there may be in use by a server: what is added leaves them as they are.
    (upToDate
      ? npm('install', '--no-save', '--include=dev', ...quiet)
      : npm('ci', dev ? '--include=dev' : '--omit=dev', ...quiet)) &&
    (upToDate || npm('rebuild', ...NEED_THEIR_SCRIPT, '--ignore-scripts=false', '--loglevel=error'));
  if (!done || !existsSync(pinnedNode)) {
    console.error(
      '\nL’installation a échoué (npm). Rien n’a été perdu : les données ne sont pas touchées. ' +
        'Vérifiez l’accès au registre npm, puis relancez la même commande.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, `${locked} ${dev ? 'all' : 'serving'}`);
  console.error(`${Math.round((Date.now() - started) / 1000)} s`);
}

function npm(...args) {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
