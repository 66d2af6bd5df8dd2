// npm run sbom: writes what is shipped as a software bill of materials (CycloneDX), for a release.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLockfile, shipped } from './support/lockfile.ts';

/**
 * The bill as `npm sbom` writes it. `npm sbom --omit=dev` leaves out what a development package needs too, Fastify among
 * them; so npm is given a lockfile of what is shipped.
 * @param root the repository
 * @returns CycloneDX JSON
 * @throws Error with what npm said
 */
export function billOfMaterials(root: string): string {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = readLockfile(root);
  const { name, version, license, dependencies } = own;
  const release = { name, version, license, dependencies };
  const kept = shipped(packages).map((at) => [at, packages[at]] as const);
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-sbom-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(release));
    const locked = { ...lock, packages: { '': release, ...Object.fromEntries(kept) } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(locked));
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'sbom.cdx.json'), billOfMaterials(root));
  console.log('sbom.cdx.json est écrit : ce que contient cette version, paquet par paquet.');
}
