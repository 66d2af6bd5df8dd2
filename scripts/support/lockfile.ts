import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
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

/** The folders of these packages of the repository, and of all that they need to run, as the lockfile resolves them. */
export function neededBy(packages: Lockfile, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (from: string, wanted: readonly string[]) => {
    for (const name of wanted) {
      const place = resolvePackage(packages, from, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      const { dependencies, optionalDependencies } = packages[place] ?? {};
      visit(place, Object.keys({ ...dependencies, ...optionalDependencies }));
    }
  };
  visit('', names);
  return [...found];
}

/** Of what only a build installs, what it puts into pages or the server. */
const PUT_IN = /^(react|react-dom|@observablehq\/plot|@fontsource.*)$/;

/** The packages of this repository that visitors or the owner's machine get: what serves, and what a build puts in. */
export function shipped(packages: Lockfile): string[] {
  const { dependencies, devDependencies } = packages[''] ?? {};
  const putIn = Object.keys(devDependencies ?? {}).filter((name) => PUT_IN.test(name));
  return [...Object.keys(dependencies ?? {}), ...putIn];
}
