import { beforeAll, describe, expect, inject, it } from 'vitest';
import { shellForThisFile } from './support/chromium.ts';
import { type PageFacts, readFacts } from './support/facts.ts';
import { addressOf, builtRoutes, ROUTES } from './support/site.ts';

const siteUrl = inject('siteUrl');
const routes = builtRoutes();
const facts = new Map<string, PageFacts>();
const factsOf = (route: string) => {
  const known = facts.get(route);
  if (!known) throw new Error(`${route} is not among the pages of the build`);
  return known;
};

const browser = await shellForThisFile();
beforeAll(async () => {
  const page = await browser.newPage();
  for (const route of routes) {
    const response = await fetch(siteUrl + addressOf(route));
    facts.set(route, await readFacts(page, await response.text()));
  }
});

describe.each(routes)('%s', (route) => {
  it('says what it is to search engines', () => {
    const { lang, title, description, canonical, h1s } = factsOf(route);
    expect(lang).toBe('fr-CH');
    expect(h1s).toHaveLength(1);
    expect(title.length, title).toBeGreaterThan(5);
    expect(title.length, title).toBeLessThanOrEqual(70);
    expect(description.length, description).toBeGreaterThan(40);
    expect(description.length, description).toBeLessThanOrEqual(160);
    expect(new URL(canonical).pathname).toBe(route);
  });

  it('has a title and a picture for those with whom it is shared', async () => {
    const { canonical, meta } = factsOf(route);
    expect(meta).toHaveProperty(['og:title']);
    expect(meta).toHaveProperty(['og:image']);
    const picture = new URL(meta['og:image'] ?? '');
    expect(picture.origin, 'a picture as absolute as the canonical address').toBe(new URL(canonical).origin);
    const response = await fetch(siteUrl + picture.pathname);
    expect(response.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
  });

  it('has structured data that can be read', () => {
    for (const text of factsOf(route).structured) expect(JSON.parse(text)).toHaveProperty('@context');
  });

  it('links to nothing that is missing', async () => {
    const broken: string[] = [];
    for (const link of factsOf(route).links) {
      const url = new URL(link, siteUrl + addressOf(route));
      if (url.origin === siteUrl && !(await leadsSomewhere(url))) broken.push(link);
    }
    expect(broken).toEqual([]);
  });
});

it('gives every page a title and a description of its own', () => {
  for (const field of ['title', 'description'] as const) {
    const texts = [...facts.values()].map((known) => known[field]);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  }
});

it('lists in the sitemap exactly the pages that may be found', async () => {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  const findable = ROUTES.filter(
    (route) => route !== '/404' && !facts.get(route)?.meta.robots?.includes('noindex'),
  );
  expect(listed.toSorted()).toEqual(findable.toSorted());
});

it.each(['/introduction', '/validation'])(
  '%s, which shows what a visitor has typed, is found by no search',
  (route) => {
    expect(facts.get(route)?.meta.robots ?? '').toContain('noindex');
  },
);

it('tells crawlers where the sitemap is', async () => {
  const response = await fetch(`${siteUrl}/robots.txt`);
  expect(await response.text()).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
});

const statuses = new Map<string, Promise<number>>();

async function leadsSomewhere(url: URL): Promise<boolean> {
  const path = url.pathname + url.search;
  const status = statuses.get(path) ?? fetch(url).then((response) => response.status);
  statuses.set(path, status);
  const own = url.pathname === addressOf('/404') ? 404 : 200;
  if ((await status) !== own) return false;
  if (!url.href.includes('#')) return true;
  const target = routes.find((route) => addressOf(route) === url.pathname);
  return target !== undefined && factsOf(target).ids.includes(decodeURIComponent(url.hash.slice(1)));
}
