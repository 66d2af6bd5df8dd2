import { spawnSync } from 'node:child_process';

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

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', '-y', ...args], { env, stdio: ['ignore', 2, 2] }).status === 0;
}
