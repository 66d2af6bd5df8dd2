import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeIcons } from './icons.ts';
import { inlineScripts } from './inline-scripts.ts';
import { writePictures } from './og/pictures.ts';
import { fileOf, readHeads } from './page-head.ts';
import { sitemap } from './sitemap.ts';

/**
 * Finishes the built pages (their scripts inside them) and makes what follows from
 * their own heads: the pictures they are shared with, the sitemap, the icons.
 * @param dir the built site
 * @param pathnames its pages, as Astro names them
 * @param modulesDir the `node_modules` that holds the full fonts
 * @param cacheDir a folder that may be thrown away at any time
 */
export async function afterPages(
  dir: string,
  pathnames: readonly string[],
  modulesDir: string,
  cacheDir: string,
): Promise<void> {
  await inlineScripts(dir, pathnames.map(fileOf));
  const heads = await readHeads(dir, pathnames);
  await writePictures(heads, dir, modulesDir, cacheDir);
  await writeFile(join(dir, 'sitemap.xml'), sitemap(heads));
  await writeIcons(dir);
}
