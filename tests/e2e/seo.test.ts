import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { catererShell } from '#content/pages/caterer.ts';
import { shellForThisFile } from './support/chromium.ts';
import { readFacts } from './support/facts.ts';
import { builtRoutes, htmlOf } from './support/site.ts';

const siteUrl = inject('siteUrl');
const CATERER = [
  '/home',
  '/flow',
  '/restaurants',
  '/servicetraiteur',
  '/nos-engagements',
  '/mentions-legales',
  '/politique-de-donnees',
];

const browser = await shellForThisFile();
const reader = await browser.newPage();

const pathOf = (address = '') => new URL(address, siteUrl).pathname;
const bytesOf = async (path: string) => Buffer.from(await (await fetch(siteUrl + path)).arrayBuffer());

describe.each(builtRoutes())('%s', (route) => {
  it('has a sharing picture that was drawn for its title and has the size given in its meta tags', async () => {
    const { meta } = await readFacts(reader, htmlOf(route));
    // Without one it is shared with its house's; how one is drawn: docs/decisions/018-less-code.md.
    expect(pathOf(meta['og:image'])).toMatch(/^\/og\/(agency|caterer|both)-[a-z0-9-]+\.png$/);
    // X takes title, description and image from the Open Graph tags where a page has no `twitter:` tags for them.
    expect(meta['twitter:card']).toBe('summary_large_image');
    const picture = await bytesOf(pathOf(meta['og:image']));
    expect(picture.length).toBeLessThanOrEqual(80 * 1024);
    const { width, height } = await sharp(picture).metadata();
    expect([width, height].map(String)).toEqual([meta['og:image:width'], meta['og:image:height']]);
  });

  it('bears the mark and the colour of its house', async () => {
    const { links, meta } = await readFacts(reader, htmlOf(route));
    const house = CATERER.includes(route) ? 'caterer' : 'agency';
    for (const size of [180, 192]) {
      const path = `/icon-${house}-${size}.png`;
      expect(links).toContain(path);
      expect(await sharp(await bytesOf(path)).metadata()).toMatchObject({ width: size, height: size });
    }
    expect(meta['theme-color']).toMatch(house === 'caterer' ? /^#1b1220$/ : /^#(f5f2ec|14120f)$/);
  });
});

it.each(catererShell.nav)('$href is marked in the menu of its house as the page one is on', ({ href }) => {
  const marked = htmlOf(href).match(/<a [^>]*aria-current="page"[^>]*>/g);
  expect(marked).toEqual([expect.stringContaining(`href="${href}"`)]);
});

it('no sharing picture is left that shows the title of no page', () => {
  const shown = builtRoutes().flatMap((route) => /\/og\/[^"]*/.exec(htmlOf(route))?.[0] ?? []);
  const drawn = readdirSync(join(import.meta.dirname, '../../site/public/og')).map((name) => `/og/${name}`);
  const ofHouses = ['agency', 'caterer', 'both'].map((house) => `/og/${house}.png`);
  expect(drawn.toSorted()).toEqual([...shown, ...ofHouses].toSorted());
});

it('describes the three places with their hours, and the agency', async () => {
  const graphOf = async (route: string) => {
    const { structured } = await readFacts(reader, htmlOf(route));
    return structured.flatMap((text) => JSON.parse(text)['@graph'] as Record<string, unknown>[]);
  };
  const restaurants = (await graphOf('/restaurants')).filter((node) => node['@type'] === 'Restaurant');
  expect(restaurants.map(({ openingHoursSpecification: hours }) => hours)).toMatchObject([
    { opens: '09:00', closes: '19:00' },
    { opens: '09:00', closes: '18:30' },
    { opens: '10:30', closes: '23:00' },
  ]);
  expect((await graphOf('/')).map((node) => node['@type'])).toEqual(['WebSite', 'ProfessionalService']);
});

it.each(['manifest', 'manifest-traiteur'])('serves %s with icons that exist', async (name) => {
  const response = await fetch(`${siteUrl}/${name}.webmanifest`);
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const { icons, start_url } = (await response.json()) as { icons: { src: string }[]; start_url: string };
  for (const path of [start_url, ...icons.map(({ src }) => src)]) {
    expect((await fetch(siteUrl + path)).status, path).toBe(200);
  }
});

it('answers browsers that ask for favicon.ico by themselves', async () => {
  expect((await fetch(`${siteUrl}/favicon.ico`)).headers.get('content-type')).toBe('image/x-icon');
});
