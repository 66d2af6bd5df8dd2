import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { factsFaults } from '#content/every-fact.ts';
import { precompress } from '../support/precompress.ts';
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

/** What the first island of a visit brings along, in the names that the build gives its files. */
const FRAMEWORK = ['react', 'hydrate'];

/**
 * One line for each island: what it weighs as Brotli, alone and with the framework it brings.
 * @param sources the folder of the islands
 * @param dir the built site
 * @throws Error naming the island whose first line does not say why it must be one
 */
export function islandLines(sources: string, dir: string): string[] {
  const weigh = (name: string) =>
    globSync(`_astro/${name}.*.js`, { cwd: dir }).reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(join(dir, file))).length,
      0,
    );
  const framework = FRAMEWORK.reduce((sum, name) => sum + weigh(name), 0);
  return globSync('**/*.island.tsx', { cwd: sources }).map((file) => {
    const name = basename(file, '.tsx');
    const [first = ''] = readFileSync(join(sources, file), 'utf8').split('\n', 1);
    if (!/^\/\/ Island because .+$/.test(first))
      throw new Error(`${file}: its first line must say « // Island because … »`);
    const own = weigh(name);
    return `Îlot ${name} : ${kilobytes(own)}, ${kilobytes(own + framework)} avec React.`;
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('fr-CH', { maximumFractionDigits: 1 })} ko`;
}
