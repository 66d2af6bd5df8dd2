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
