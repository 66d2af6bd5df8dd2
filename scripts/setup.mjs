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
 * Installs the locked dependencies when they are missing or the lockfile has changed since; else does nothing.
 * The stamp is written last, so an install that was cut short is done again.
 */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode)) return;
  console.error('Installation des dépendances verrouillées…');
  const installed =
    npm('ci', '--include=dev', '--loglevel=error', '--no-fund', '--no-audit') &&
    npm('rebuild', ...NEED_THEIR_SCRIPT, '--ignore-scripts=false', '--loglevel=error');
  if (!installed || !existsSync(pinnedNode)) {
    console.error(
      'L’installation a échoué (npm ci). Rien n’a été perdu : les données ne sont pas touchées. ' +
        'Vérifiez l’accès au registre npm, puis relancez la même commande.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function npm(...args) {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
