import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FACTS_FOLDER } from '#content/facts/given-facts.ts';
import { DESK_PAGE, OWN_PAGE } from '#domain/own-page.ts';
import { writeIcons } from './icons.ts';
import { inlineScripts } from './inline-scripts.ts';
import { mergeStyles } from './merge-styles.ts';
import { fileOf, readHeads, sitemap } from './page-head.ts';

/**
 * Finishes the built pages (their scripts inside them, the rules of their styles that they can use, once), puts the
 * server's templates aside, and makes what follows from the pages' own heads: the sitemap, and the icons.
 * @param dir the built site
 * @param built its pages, as Astro names them
 */
export async function afterPages(dir: string, built: readonly string[]): Promise<void> {
  const templates = [OWN_PAGE, DESK_PAGE];
  const pathnames = built.filter((pathname) => !templates.some((one) => one.pathname === pathname));
  await inlineScripts(dir, built.map(fileOf));
  await mergeStyles(
    dir,
    built.map(fileOf),
    templates.map(({ pathname }) => fileOf(pathname)),
  );
  for (const { pathname, file } of templates) {
    await rename(join(dir, pathname, 'index.html'), join(dir, file));
    await rm(join(dir, pathname), { recursive: true });
  }
  const heads = await readHeads(dir, pathnames);
  await writeFile(join(dir, 'sitemap.xml'), sitemap(heads));
  await writeIcons(dir, FACTS_FOLDER);
}
