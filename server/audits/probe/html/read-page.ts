import type { PageFacts } from '../../facts/page-facts.ts';
import { barsIndexing } from '../../facts/robots-rules.ts';
import { fieldFacts, formFacts, imageFacts } from './controls.ts';
import { hiddenEmails, identityOf, writtenIn } from './identity.ts';
import { jsonLdTypes } from './json-ld.ts';
import { contactFacts, legalLinks } from './links.ts';
import { mixedContent } from './mixed-content.ts';
import { attribute, baseOf, type Element, elementsOf, textOf } from './tree.ts';

/**
 * What stands in a page's HTML.
 * @param url the page's own address, that relative links start from
 * @param rendered whether it is the browser's state of it, and not what the server sent
 */
export function readPage(html: string, url: string, rendered: boolean): PageFacts {
  const elements = elementsOf(html);
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const metas = (name: string) =>
    named('meta').filter((element) => attribute(element, 'name')?.trim().toLowerCase() === name);
  const content = (name: string) => {
    const [element] = metas(name);
    return short(element && attribute(element, 'content'));
  };
  // A title inside an SVG is the picture's.
  const title = short(
    named('title')
      .filter(inHtml)
      .map((element) => textOf(element, 1_000))[0],
  );
  const [body] = named('body');
  const text = body === undefined ? '' : textOf(body);
  const shown = [text, ...hiddenEmails(elements)].join(' ');
  const base = baseOf(elements, url);
  const [root] = named('html');
  const facts = {
    title,
    description: content('description'),
    viewport: content('viewport'),
    lang: short(root && attribute(root, 'lang')),
  };
  return {
    ...present(facts),
    rendered,
    shell: !rendered && isShell(elements, text),
    h1: named('h1')
      .slice(0, 20)
      .map((element) => textOf(element, 200)),
    noindex: [...metas('robots'), ...metas('googlebot')].some((element) =>
      barsIndexing(attribute(element, 'content') ?? ''),
    ),
    metaPolicies: {
      csp: named('meta').some(
        (element) => attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy',
      ),
      ...present({ referrer: content('referrer') }),
    },
    images: imageFacts(elements),
    fields: fieldFacts(elements),
    forms: formFacts(elements, url, base),
    contact: { ...contactFacts(elements, base), written: writtenIn(shown) },
    legalLinks: legalLinks(elements, base),
    mixedContent: mixedContent(elements, url, base),
    jsonLdTypes: jsonLdTypes(elements),
    identity: identityOf(shown),
  };
}

const LITTLE_TEXT = 200;

/** Hardly a word, and a script or another page to bring the rest. */
function isShell(elements: readonly Element[], text: string): boolean {
  return text.length < LITTLE_TEXT && elements.some((element) => isScript(element) || isRefresh(element));
}

function isRefresh(element: Element): boolean {
  return element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh';
}

function isScript(element: Element): boolean {
  const type = attribute(element, 'type') ?? '';
  return element.tagName === 'script' && !/json/i.test(type);
}

function inHtml(element: Element): boolean {
  return element.namespaceURI === 'http://www.w3.org/1999/xhtml';
}

function short(text: string | undefined): string | undefined {
  const folded = text?.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return folded === '' ? undefined : folded;
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(facts: T): Present<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Present<T>;
}
