import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** Only checks and measures need it. */
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

/** The packages of package-lock.json by their folders; '' is this repository. */
export type Lockfile = Readonly<Record<string, Locked>>;

export function readLockfile(root: string): Lockfile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** The folder in which Node finds `name` when the package in `from` asks for it. */
export function resolvePackage(packages: Lockfile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (at === '') return undefined;
  }
}

/** The folders of what the machine of a visitor or the owner gets: all that builds and serves, as the lockfile has it. */
export function shipped(packages: Lockfile): string[] {
  return Object.keys(packages).filter((at) => at !== '' && !packages[at]?.dev);
}
