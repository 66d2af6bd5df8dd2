import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

const SILENT = new Set(['script', 'style', 'template', 'noscript']);

/** Every element of a document in its order, without those inside templates. */
export function elementsOf(html: string): readonly Element[] {
  const found: Element[] = [];
  // A stack of its own: a hostile page nests deeper than calls may.
  const stack: Node[] = [parse(html)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) pushReversed(stack, node.childNodes);
  }
  return found;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

/** The text that a reader gets of an element: its own and its pictures' alt, white space folded. */
export function elementText(element: Element, longest = 200_000): string {
  const parts: string[] = [];
  let length = 0;
  const stack: Node[] = [element];
  for (let node = stack.pop(); node !== undefined && length < longest; node = stack.pop()) {
    const part = ownText(node);
    parts.push(part);
    length += part.length;
    if ('childNodes' in node && !('tagName' in node && SILENT.has(node.tagName)))
      pushReversed(stack, node.childNodes);
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim().slice(0, longest);
}

function ownText(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!('tagName' in node)) return '';
  if (node.tagName === 'img') return ` ${attribute(node, 'alt') ?? ''} `;
  return ' ';
}

/**
 * A text in the letters that patterns are written in: without accents, however they are encoded, without characters that
 * nobody sees, and with one kind of blank, hyphen and apostrophe.
 */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

/** The address that relative ones start from: the first `<base href>` that is one, the page's own otherwise. */
export function baseOf(elements: readonly Element[], url: string): string {
  const base = elements.find(
    (element) => element.tagName === 'base' && attribute(element, 'href') !== undefined,
  );
  const target = base && URL.parse((attribute(base, 'href') ?? '').trim(), url);
  return target && !/^(data|javascript):$/.test(target.protocol) ? target.href : url;
}

/** One by one: a hostile page has more children than a call takes arguments. */
function pushReversed(stack: Node[], children: readonly Node[]): void {
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child !== undefined) stack.push(child);
  }
}

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
export function refreshTarget(refresh: string, base: string, url: string): string | undefined {
  const [, digits = '', rest = ''] = /^\s*(\d*)(?:\.[\d.]*)?(?:\s*[;,]|\s|$)\s*(.*)$/s.exec(refresh) ?? [];
  if (digits === '' && !/^\s*\./.test(refresh)) return undefined;
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
