import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';

const STYLE = /<style>(.*?)<\/style>/gs;

/**
 * Removes duplicate CSS rules from the built pages. Astro inlines a component's style sheet once for each chunk that
 * imports it, so the rules of a form that is also an island are in its page twice. The browser has to load and parse
 * both copies before the first paint.
 * @param dir the built site
 * @param files its pages, below `dir`
 */
export async function mergeStyles(dir: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const path = join(dir, file);
    const html = await readFile(path, 'utf8');
    await writeFile(
      path,
      html.replace(STYLE, (_style, css) => `<style>${mergedStyle(css)}</style>`),
    );
  }
}

/** The style sheet, minified; of identical rules in one cascade layer only the last is kept, since it is the one that applies. */
export function mergedStyle(css: string): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true });
  return Buffer.from(code).toString();
}
