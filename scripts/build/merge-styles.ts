import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { oldestBrowsers } from './oldest-browsers.ts';

const STYLE = /<style>(.*?)<\/style>/gs;

/** A class that a CSS module made (class-name.ts). */
const MODULE_CLASS = /\.([\w-]+_[\w-]{3})(?![\w-])/g;

/**
 * Leaves each built page the CSS rules that it can use, once. Astro inlines the style sheets of all components that a
 * page imports, shown or not, and that of a component once for each chunk that imports it, so a form that is also an
 * island has its rules in the page twice. Without this step the browser would download and parse them all before it
 * first paints the page.
 * @param dir the built site
 * @param files its pages, below `dir`
 * @param templates those into which the server writes components of any kind: they keep the rules of all
 */
export async function mergeStyles(
  dir: string,
  files: readonly string[],
  templates: readonly string[],
): Promise<void> {
  const names = (await readdir(join(dir, '_astro'))).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(names.map((name) => readFile(join(dir, '_astro', name), 'utf8')));
  for (const file of files) {
    const path = join(dir, file);
    const html = await readFile(path, 'utf8');
    const shown = templates.includes(file) ? undefined : [html.replace(STYLE, ''), ...scripts].join('\n');
    await writeFile(
      path,
      html.replace(STYLE, (_style, css) => `<style>${mergedStyle(css, shown)}</style>`),
    );
  }
}

/**
 * Minifies a style sheet, in the words of the oldest browsers served: nested rules and `(width < 768px)` are younger. Of
 * identical rules in the same cascade layer it keeps the last, which is the one that takes effect.
 * @param shown where every class of a CSS module stands that an element can have; without it all rules are kept
 */
export function mergedStyle(css: string, shown?: string): string {
  const code = Buffer.from(css);
  const targets = oldestBrowsers().css;
  const minified = narrower(transform({ filename: 'page.css', code, minify: true, targets }).code.toString());
  const seen = new Set<string>();
  const isShown = ([, name = '']: RegExpMatchArray) => shown === undefined || shown.includes(name);
  const canMatch = (selectors: string) =>
    withoutArguments(selectors)
      .split(',')
      .some((selector) => [...selector.matchAll(MODULE_CLASS)].every(isShown));
  const kept = (rules: string, within: string): string =>
    rulesOf(rules)
      .toReversed()
      .map((rule) => {
        const [, head = '', inside = ''] = /^([^{]*)\{(.*)\}$/s.exec(rule) ?? [];
        if (/^@(layer|media|supports|container)\b/.test(head)) {
          const left = kept(inside, within + head);
          return left && `${head}{${left}}`;
        }
        if (seen.has(within + rule) || (!head.startsWith('@') && !canMatch(head))) return '';
        seen.add(within + rule);
        return rule;
      })
      .toReversed()
      .join('');
  return kept(minified, '');
}

/** The statements and rules of a minified style sheet, or of the inside of one, each whole. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[{};]/g)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth > 0 || !/[};]/.test(sign)) continue;
    rules.push(css.slice(from, index + 1));
    from = index + 1;
  }
  return rules;
}

/** Selectors without what stands in brackets: `:not(.shut)` matches where no element is shut. */
function withoutArguments(selectors: string): string {
  const shorter = selectors.replace(/\([^()]*\)/g, '');
  return shorter === selectors ? shorter : withoutArguments(shorter);
}

/** Lightning CSS lowers `(width < 768px)` to `not (min-width: 768px)`, which is as young in Chromium, and in Safari younger. */
function narrower(css: string): string {
  return css
    .replace(/\((not \(min-\w+:\d+px\))\)/g, '$1')
    .replace(/not \(min-(\w+):(\d+)px\)/g, (_, side, px) => `(max-${side}:${Number(px) - 0.02}px)`);
}
