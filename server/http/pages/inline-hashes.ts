import { createHash } from 'node:crypto';

/** Data in a script element is no script: it neither runs nor needs leave. */
const DATA = /\btype="application\/(ld\+)?json"/;

/** The sources of a content policy that name the inline scripts or styles of a page (https://www.w3.org/TR/CSP3/). */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'g'));
  const texts = [...found].flatMap(([, attributes = '', text = '']) =>
    text === '' || DATA.test(attributes) ? [] : [text],
  );
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
