import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { precompress } from '#scripts/support/precompress.ts';

const CACHE = join(import.meta.dirname, '../../.cache');

/** A folder on the disk of the checkout (a temporary folder may be memory, where nothing is slow), gone at the end. */
export function workingFolder(): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One with the smallest site that a server starts with, as `dist`. */
export async function folderWithSite(): Promise<string> {
  const folder = workingFolder();
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  for (const page of ['index.html', '404.html']) writeFileSync(join(dist, page), '<title>Site</title>');
  await precompress(dist);
  return folder;
}
