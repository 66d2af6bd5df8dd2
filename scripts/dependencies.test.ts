import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

/** Where Node finds `name` when the package at `from` asks for it. */
function resolve(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (at === '') return undefined;
  }
}

/** All that the server needs to run, as the lockfile resolves it. */
function production(): string[] {
  const found = new Set<string>();
  const visit = (at: string) => {
    const { dependencies, optionalDependencies } = packages[at] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = resolve(at, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit('');
  return [...found];
}

it('no production package runs anything when it is installed, and npm is told to let none', () => {
  const all = production();
  expect(all).toContain('node_modules/fastify');
  expect(all.length).toBeGreaterThan(40);
  const scripted = all.filter(
    (at) => packages[at]?.hasInstallScript || existsSync(join(root, at, 'binding.gyp')),
  );
  expect(scripted).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

it('every package is locked to one version and its hash', () => {
  const loose = Object.entries(packages).filter(
    ([at, { version, integrity }]) => at !== '' && !(version && integrity),
  );
  expect(loose.map(([at]) => at)).toEqual([]);
});

/** Majors that a range of npm's names: “^7.0.0 || ^8.0.0”. */
const majors = (range: string) => [...range.matchAll(/\^(\d+)/g)].map(([, major]) => major);

it('no package has a choice that npm 9, the one of Debian, would read as a lock that is not in step', () => {
  const { overrides = {} } = JSON.parse(read('package.json')) as { overrides?: Record<string, object> };
  const odd = Object.entries(packages).flatMap(([at, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
    Object.keys(peerDependenciesMeta).filter((peer) => {
      const range = peerDependencies[peer] ?? '';
      const place = resolve(at, peer);
      const [major] = (place && packages[place]?.version?.split('.')) || [];
      const own = overrides[at.split('node_modules/').at(-1) ?? ''];
      return (
        major !== undefined &&
        range.startsWith('^') &&
        !range.includes('>') &&
        !majors(range).includes(major) &&
        !(own && peer in own)
      );
    }),
  );
  expect(odd).toEqual([]);
});
