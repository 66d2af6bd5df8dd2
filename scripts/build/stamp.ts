import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What both the built site and the built server are made from. Tests beside the sources do not change them. */
const SHARED = ['site', 'content', 'domain', 'scripts/build', 'package-lock.json'];
const OF_SITE = [...SHARED, 'facts', 'scripts/support/precompress.ts', 'astro.config.ts'];
const OF_SERVER = [...SHARED, 'server', 'cli'];

/**
 * One text for one state of the sources: same sources and same `publicUrl`, same stamp.
 * @param root the repository
 * @param publicUrl origin that canonical links and the sitemap are made with
 */
export function siteStamp(root: string, publicUrl: string): string {
  return stampOf(root, OF_SITE, publicUrl);
}

/** The same of the built server. */
export function serverStamp(root: string): string {
  return stampOf(root, OF_SERVER, '');
}

/** By path: a start asks for both stamps, which share most files. */
const hashes = new Map<string, string>();

function stampOf(root: string, inputs: readonly string[], more: string): string {
  const hash = createHash('sha256').update(more);
  for (const path of inputs.flatMap((input) => filesUnder(root, input))) {
    const file = join(root, path);
    const content = hashes.get(file) ?? createHash('sha256').update(readFileSync(file)).digest('hex');
    hashes.set(file, content);
    hash.update(`${path}\n${content}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(root: string, path: string): string[] {
  const kind = statSync(join(root, path), { throwIfNoEntry: false });
  if (kind === undefined) return [];
  if (!kind.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).toSorted();
  return names.flatMap((name) => filesUnder(root, `${path}/${name}`));
}
