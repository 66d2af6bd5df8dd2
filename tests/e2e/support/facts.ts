import type { Page } from 'playwright-core';

/** What an HTML document says about itself and where it leads. */
export interface PageFacts {
  readonly lang: string;
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly h1s: string[];
  /** By name or property, e.g. `og:image`. */
  readonly meta: Record<string, string>;
  /** Texts of its JSON-LD. */
  readonly structured: string[];
  readonly ids: string[];
  /** Every address in it, as written: links, pictures, films, scripts, fonts, forms left out. */
  readonly links: string[];
}

/** Reads `html` with the browser's own parser, running nothing of it. */
export function readFacts(page: Page, html: string): Promise<PageFacts> {
  return page.evaluate((source) => {
    const doc = new DOMParser().parseFromString(source, 'text/html');
    const all = (selector: string) => [...doc.querySelectorAll(selector)];
    const values = (name: string) => all(`[${name}]`).map((element) => element.getAttribute(name) ?? '');
    const sets = values('srcset').flatMap((set) =>
      set.split(',').map((part) => part.trim().split(/\s+/)[0] ?? ''),
    );
    const meta: Record<string, string> = {};
    for (const element of all('meta[content]')) {
      const key = element.getAttribute('name') ?? element.getAttribute('property');
      if (key) meta[key] = element.getAttribute('content') ?? '';
    }
    return {
      lang: doc.documentElement.lang,
      title: doc.title,
      description: meta.description ?? '',
      canonical: doc.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
      h1s: all('h1').map((heading) => heading.textContent ?? ''),
      meta,
      structured: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ''),
      ids: all('[id]').map((element) => element.id),
      links: [...new Set([...['href', 'src', 'poster'].flatMap(values), ...sets])],
    };
  }, html);
}
