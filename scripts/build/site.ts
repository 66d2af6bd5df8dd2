import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { factsFaults } from '#content/every-fact.ts';
import { precompress } from '../support/precompress.ts';
import { islandLines } from './islands.ts';
import { BuildFailed, refuseReadOnly } from './refusals.ts';
import { siteStamp } from './stamp.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const STAMP = '.stamp';

/**
 * Builds the site into dist/ unless what is there was already made from these sources.
 * It is built aside and takes its place in one move, so a build cut short is never served.
 * @param publicUrl origin of the site, without a trailing slash
 * @returns where the site is, and whether it had to be built
 */
export async function buildSite(publicUrl: string): Promise<{ dir: string; built: boolean }> {
  const stamp = siteStamp(root, publicUrl);
  if (standsAt(stamp)) return { dir: dist, built: false };
  refuseFaultyFacts();
  await refuseReadOnly(root);
  const aside = join(root, '.cache', `site-${process.pid}`);
  const old = `${aside}-old`;
  try {
    await rm(aside, { recursive: true, force: true });
    await runAstro(aside, publicUrl);
    await precompress(aside);
    // On the error stream, so that the address stays all that a start prints.
    for (const line of islandLines(join(root, 'site/islands'), aside)) console.error(line);
    await writeFile(join(aside, STAMP), stamp);
    await mkdir(old, { recursive: true });
    if (existsSync(dist)) await rename(dist, join(old, 'dist'));
    await takePlace(aside, stamp);
  } finally {
    await Promise.all([aside, old].map((path) => rm(path, { recursive: true, force: true })));
  }
  return { dir: dist, built: true };
}

/** A fact that cannot be read would leave the made-up one on the page. */
function refuseFaultyFacts(): void {
  const faults = factsFaults().map(({ where, text }) => `\n  - ${where} : ${text}`);
  if (faults.length > 0)
    throw new BuildFailed(
      `Le site n’a pas été construit : dans vos faits, ceci ne peut pas être utilisé.${faults.join('')}\nLe site construit auparavant et les données sont intacts. Corrigez, puis relancez.`,
    );
}

/** Another start may have built the same site meanwhile: then its work is kept. */
async function takePlace(aside: string, stamp: string): Promise<void> {
  await rename(aside, dist).catch((error) => {
    if (!standsAt(stamp)) throw error;
  });
}

function standsAt(stamp: string): boolean {
  const path = join(dist, STAMP);
  return existsSync(path) && readFileSync(path, 'utf8') === stamp;
}

/** Astro's own output is shown only when it fails: a start should print what its reader needs. */
async function runAstro(outDir: string, publicUrl: string): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], {
    cwd: root,
    env: { ...process.env, PUBLIC_URL: publicUrl, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const stop = () => child.kill();
  process.once('exit', stop);
  const code = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  process.off('exit', stop);
  if (code === 0) return;
  throw new BuildFailed(
    `${Buffer.concat(output).toString('utf8').trim()}\n\n` +
      'La construction du site a échoué (ci-dessus). Le site construit auparavant et les données sont intacts. ' +
      'Corrigez l’erreur, puis relancez la même commande.',
  );
}
