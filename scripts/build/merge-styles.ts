import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';

const STYLE = /<style>(.*?)<\/style>/gs;

/**
 * Writes each rule of a page once. Astro puts the sheet of a component into a page once for each chunk that imports
 * it, so that a form which is also an island has its rules twice: bytes to send, and rules to parse before the first
 * picture.
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

/** The same sheet, with each rule only where it decides: after all others that are the same in the same layer. */
export function mergedStyle(css: string): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true });
  return Buffer.from(code).toString();
}
