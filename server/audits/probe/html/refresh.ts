import { attribute, baseOf, elementsOf } from './tree.ts';

/** A page that leads on later than that is looked at itself: it has something to read, or loads itself anew. */
const LONGEST_SECONDS = 10;

/** Where a page's own `<meta http-equiv=refresh>` leads; undefined where it stays. */
export function metaRefresh(html: string, url: string): string | undefined {
  if (!/refresh/i.test(html)) return undefined;
  const elements = elementsOf(html);
  const base = baseOf(elements, url);
  for (const element of elements) {
    if (element.tagName !== 'meta' || attribute(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh')
      continue;
    const target = refreshTarget(attribute(element, 'content') ?? '', base, url);
    if (target !== undefined) return target;
  }
  return undefined;
}

/**
 * Where a `Refresh` leads, as a header or in a page (HTML standard, “shared declarative refresh steps”); undefined where
 * it is none, comes late, or leads to the page that it is on.
 */
export function refreshTarget(said: string, base: string, url: string): string | undefined {
  const [, digits = '', rest = ''] = /^\s*(\d*)(?:\.[\d.]*)?(?:\s*[;,]|\s|$)\s*(.*)$/s.exec(said) ?? [];
  if (digits === '' && !/^\s*\./.test(said)) return undefined;
  if (Number(digits) > LONGEST_SECONDS) return undefined;
  const [, quote = '', text = ''] = /^(?:url\s*=\s*)?(["']?)(.*)$/is.exec(rest) ?? [];
  const end = quote === '' ? -1 : text.indexOf(quote);
  const target = URL.parse((end === -1 ? text : text.slice(0, end)).trim(), base);
  if (target === null || text.trim() === '' || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  const here = new URL(url);
  here.hash = '';
  return target.href === here.href ? undefined : target.href.slice(0, 2_000);
}
