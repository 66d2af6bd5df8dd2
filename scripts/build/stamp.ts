import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All that the built site is made from. Tests beside the sources do not change it. */
const INPUTS = [
  'site',
  'content',
  'domain',
  'scripts/build',
  'scripts/support/precompress.ts',
  'astro.config.ts',
  'package-lock.json',
];

/**
 * One text for one state of the sources: same sources and same `publicUrl`, same stamp.
 * @param root the repository
 * @param publicUrl origin that canonical links and the sitemap are made with
 */
export function siteStamp(root: string, publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl);
  for (const path of INPUTS.flatMap((input) => filesUnder(root, input))) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
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
