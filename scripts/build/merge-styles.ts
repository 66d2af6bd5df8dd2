import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';

const STYLE = /<style>(.*?)<\/style>/gs;

/**
 * Removes duplicate CSS rules from the built pages. Astro inlines a component's style sheet once for each chunk that
 * imports it, so a form that is also an island has its rules in the page twice. Without this step the browser would
 * download and parse both before it first paints the page.
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

/** Minifies a style sheet. Of identical rules in the same cascade layer it keeps the last, which is the one that takes effect. */
export function mergedStyle(css: string): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true });
  return Buffer.from(code).toString();
}
