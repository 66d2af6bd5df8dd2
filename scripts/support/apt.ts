import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's packages are unpacked. */
export const UNPACKED = join(import.meta.dirname, '../../.cache/debian');

let updated: boolean | undefined;

/**
 * Installs Debian packages, which takes root.
 * @returns in French why they could not be installed; nothing when they were
 */
export function aptInstall(packages: readonly string[]): string | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).error)
    return 'apt-get est absent de cette machine';
  if (process.getuid?.() !== 0) return `il faut être root pour « apt-get install ${packages.join(' ')} »`;
  updated ??= apt('update');
  if (!updated) return '« apt-get update » a échoué : vérifiez l’accès au réseau';
  if (apt('install', '--no-install-recommends', ...packages)) return undefined;
  return `« apt-get install ${packages.join(' ')} » a échoué`;
}

/**
 * Fetches Debian packages and unpacks them into `folder`: nothing is installed, configured or started, and it takes
 * no root where the package lists are there already.
 * @returns in French why it could not be done; nothing when it was
 */
export function aptUnpack(packages: readonly string[], folder: string): string | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).error)
    return 'apt-get est absent de cette machine';
  const fetched = mkdtempSync(join(tmpdir(), 'oui-48-apt-'));
  try {
    const download = () =>
      spawnSync('apt-get', ['-qq', 'download', ...packages], { cwd: fetched, stdio: 'ignore' }).status === 0;
    if (!download() && !(apt('update') && download()))
      return `« apt-get download ${packages.join(' ')} » a échoué : vérifiez l’accès au réseau`;
    const archives = globSync('*.deb', { cwd: fetched });
    const unpacked = archives.every(
      (archive) => spawnSync('dpkg-deb', ['-x', join(fetched, archive), folder]).status === 0,
    );
    return unpacked ? undefined : `${packages.join(' ')} : l’archive ne s’ouvre pas`;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', '-y', ...args], { env, stdio: ['ignore', 2, 2] }).status === 0;
}
