import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where Debian's packages are unpacked. */
const UNPACKED = join(import.meta.dirname, '../../.cache/debian');

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
function aptUnpack(packages: readonly string[], folder: string): string | undefined {
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

/** Where a user who is not root does not always look. */
const SYSTEM = ['/usr/bin', '/usr/sbin'];

/** Path of the program called `name`, when the system has one. */
export function onPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const dirs = [...(env.PATH ?? '').split(delimiter), ...SYSTEM];
  return dirs.map((dir) => join(dir, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The proxies that deploy/ has a configuration for. */
export const PROXIES = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

const DEBIAN_PACKAGES = { nginx: ['nginx', 'nginx-common'], caddy: ['caddy'], restic: ['restic'] };

/** A program that could not be had, and why, in French. */
export interface Missing {
  readonly engine: string;
  readonly why: string;
}

/** Path of a proxy that runs: the system's, or the one that was unpacked. */
export function findProxy(proxy: ProxyName): string | undefined {
  return proxy === 'nginx'
    ? findRunning(proxy, 'usr/sbin/nginx', '-v')
    : findRunning(proxy, 'usr/bin/caddy', 'version');
}

/** Path of a restic that runs: the system's, or the one that was unpacked. */
export function findRestic(): string | undefined {
  return findRunning('restic', 'usr/bin/restic', 'version');
}

function findRunning(name: string, unpackedPath: string, versionOption: string): string | undefined {
  const candidates = [onPath(name), join(UNPACKED, unpackedPath)];
  return candidates.find(
    (path) => path !== undefined && spawnSync(path, [versionOption], { stdio: 'ignore' }).status === 0,
  );
}

/** Fetches the proxies that this machine lacks, without installing them, and says which could not be had. */
export function ensureProxies(): Missing[] {
  return PROXIES.flatMap((proxy) => ensureUnpacked(proxy, () => findProxy(proxy)));
}

/** The same of restic. */
export function ensureRestic(): Missing[] {
  return ensureUnpacked('restic', findRestic);
}

function ensureUnpacked(name: keyof typeof DEBIAN_PACKAGES, find: () => string | undefined): Missing[] {
  if (find() !== undefined) return [];
  console.error(`${name} est introuvable : téléchargement…`);
  const why = aptUnpack(DEBIAN_PACKAGES[name], UNPACKED);
  return find() === undefined ? [{ engine: name, why: why ?? 'il ne démarre pas' }] : [];
}

/** The nginx.conf that Debian's nginx reads, installed or unpacked. */
export function debianNginxConf(): string | undefined {
  return ['/etc/nginx/nginx.conf', join(UNPACKED, 'etc/nginx/nginx.conf')].find((path) => existsSync(path));
}

/**
 * Folder of the system's own PostgreSQL, server and pg_dump of one version: what npm brings for the tests has no
 * pg_dump, and an older one refuses a newer server.
 */
export function findPostgres(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').toSorted();
  return folders.findLast((folder) =>
    ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((program) => isExecutable(`${folder}/${program}`)),
  );
}

/** Installs Debian's PostgreSQL where there is none, and says when it could not be had. */
export function ensurePostgres(): Missing[] {
  if (findPostgres() !== undefined) return [];
  console.error('PostgreSQL et son pg_dump sont introuvables : installation…');
  const why = aptInstall(['postgresql']);
  return findPostgres() === undefined ? [{ engine: 'pg_dump', why: why ?? 'il n’est pas complet' }] : [];
}
