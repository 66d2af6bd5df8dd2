import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { oldestBrowsers } from './oldest-browsers.ts';

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

/**
 * Minifies a style sheet, in the words of the oldest browsers served: nested rules and `(width < 768px)` are younger. Of
 * identical rules in the same cascade layer it keeps the last, which is the one that takes effect.
 */
export function mergedStyle(css: string): string {
  const code = Buffer.from(css);
  const targets = oldestBrowsers().css;
  return narrower(transform({ filename: 'page.css', code, minify: true, targets }).code.toString());
}

/** Lightning CSS lowers `(width < 768px)` to `not (min-width: 768px)`, which is as young in Chromium, and in Safari younger. */
function narrower(css: string): string {
  return css
    .replace(/\((not \(min-\w+:\d+px\))\)/g, '$1')
    .replace(/not \(min-(\w+):(\d+)px\)/g, (_, side, px) => `(max-${side}:${Number(px) - 0.02}px)`);
}
