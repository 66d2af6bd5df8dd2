import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials } from './sbom.ts';
import { readLockfile, resolvePackage, shipped } from './support/lockfile.ts';
import { thirdParty } from './third-party.ts';

const root = join(import.meta.dirname, '..');

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const packages = readLockfile(root);

it('production packages run no install script, but for the two that put their program in place', () => {
  const all = shipped(packages);
  expect(all).toContain('node_modules/fastify');
  expect(all.length).toBeGreaterThan(40);
  expect(all).not.toContain('node_modules/vitest');
  const scripted = all.filter(
    (at) => packages[at]?.hasInstallScript || existsSync(join(root, at, 'binding.gyp')),
  );
  // libpq: an optional peer of pg, which npm keeps where a package for the tests brings it; its script does not run.
  expect(scripted).toEqual(['node_modules/esbuild', 'node_modules/libpq', 'node_modules/node']);
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

it('Debian’s npm 9 takes the lockfile for up to date', () => {
  const { overrides = {} } = JSON.parse(read('package.json')) as { overrides?: Record<string, object> };
  const odd = Object.entries(packages).flatMap(([at, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
    Object.keys(peerDependenciesMeta).filter((peer) => {
      const range = peerDependencies[peer] ?? '';
      const place = resolvePackage(packages, at, peer);
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

it('the licences of all that is shipped are found', () => {
  const text = thirdParty(root);
  for (const at of shipped(packages))
    expect(text).toContain(`${at.split('node_modules/').at(-1)} ${packages[at]?.version} (`);
  expect(text).toContain('SIL OPEN FONT LICENSE');
});

it('the bill of materials names every package that is shipped, with its version', () => {
  const { components } = JSON.parse(billOfMaterials(root)) as { components: { purl: string }[] };
  const wanted = shipped(packages).map(
    (at) => `pkg:npm/${at.split('node_modules/').at(-1)?.replace('@', '%40')}@${packages[at]?.version}`,
  );
  expect(components.map(({ purl }) => purl).toSorted()).toEqual(wanted.toSorted());
});
