import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Block } from './document.ts';
import {
  agencyExample,
  blocksOf,
  catererExample,
  documents,
  keysOf,
  linksOf,
  textOf,
  textsOf,
} from './example-documents.ts';
import { frenchDate } from './french-date.ts';
import { agencyDocuments, catererDocuments } from './index.ts';

const ROUTES = [
  '/',
  '/index-1',
  '/home',
  '/flow',
  '/sales',
  '/introduction',
  '/validation',
  '/servicetraiteur',
  '/restaurants',
  '/accompagnement',
  '/partner',
  '/splash-cursor',
  '/privacy-policy',
  '/terms-conditions',
  '/earnings-disclaimer',
  '/data-protection',
  '/mentions-legales-agence',
  '/nos-engagements',
  '/mentions-legales',
  '/politique-de-donnees',
];

/** The words of each document at its date, as a hash. Whoever changes the words changes its date (`updated`) and both here. */
const WORDS_AT: Readonly<Record<string, string>> = {
  'privacy-policy': '2026-11-25 fd67b251049d71e2',
  'terms-conditions': '2026-11-21 236c67797c57fe13',
  'earnings-disclaimer': '2026-11-21 bae2385cbbf03063',
  'data-protection': '2026-11-25 66a555ebe5d702aa',
  'mentions-legales-agence': '2026-11-21 83d5bd538eda6607',
  'nos-engagements': '2026-11-21 e41e2a45dc1c5d83',
  'mentions-legales': '2026-11-21 8951e6d205414c43',
  'politique-de-donnees': '2026-11-24 2a1055761db82c8b',
};

describe.each(documents.map((document) => [document.slug, document] as const))('%s', (_slug, document) => {
  const texts = textsOf(document);

  it('has what a page needs', () => {
    expect(document.title).not.toBe('');
    expect(document.description.length).toBeGreaterThan(50);
    expect(document.description.length).toBeLessThanOrEqual(155);
    const ids = document.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, heading, blocks } of document.sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(heading).not.toBe('');
      expect(blocks).not.toHaveLength(0);
    }
    for (const block of blocksOf(document)) expectWhole(block);
  });

  it('has a new date when its words have changed', () => {
    const words = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
    expect(`${document.updated} ${words}`).toBe(WORDS_AT[document.slug]);
  });

  it('writes the apostrophes and the spaces of French', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/['"]/);
      expect(text).not.toMatch(/[^\u202f?!…][?!;:]/);
      expect(text).not.toMatch(/«[^\u202fA-Z]|[^\u202fA-Z_]»/);
      expect(text).not.toMatch(/ {2}|\.\.\.|\bundefined\b|\bnull\b/);
      expect(text).not.toMatch(/(art\.|al\.|let\.|RS) \d/);
      // One pair of brackets after another, or within another.
      expect(text).not.toMatch(/\)\s*\(|\([^)]*\(/);
    }
  });

  it('reads well whatever letter a name begins with', () => {
    for (const text of texts) expect(text).not.toMatch(/\b(de|que|le|la) «(BRAND|LEGAL_NAME)»/);
  });

  it('leaves nothing to be filled in except the identity', () => {
    for (const text of texts) expect(text).not.toMatch(/compléter|\[|\]|TODO|xxx|lorem/i);
  });

  it('links to places that exist', () => {
    for (const { text, href } of linksOf(document)) {
      expect(text).not.toBe('');
      if (!href.startsWith('/')) {
        expect(href).toMatch(/^(https:\/\/|mailto:|tel:\+)/);
        continue;
      }
      const [route = '', fragment] = href.split('#');
      expect(ROUTES).toContain(route);
      if (fragment) {
        const target = documents.find(({ slug }) => `/${slug}` === route);
        expect(target?.sections.map(({ id }) => id)).toContain(fragment);
      }
    }
  });
});

it('gives every document its own route, all of them known', () => {
  const slugs = documents.map(({ slug }) => `/${slug}`);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(ROUTES).toEqual(expect.arrayContaining(slugs));
});

it('says of counted visits what the switch makes so, on all three pages that speak of them', () => {
  const NONE = /(aucune|ni) mesure d’audience|ni outil de mesure d’audience/g;
  const COUNTS = /compte(nt)? (aussi )?les visites|décompte des visites/i;
  const documentsOf = (countsVisits: boolean) =>
    [
      ...agencyDocuments({ ...agencyExample, countsVisits }),
      ...catererDocuments({ ...catererExample, countsVisits }),
    ]
      .filter(({ slug }) => ['privacy-policy', 'data-protection', 'politique-de-donnees'].includes(slug))
      .map((document) => textsOf(document).join(' '));
  for (const text of documentsOf(true)) {
    expect(text).toMatch(COUNTS);
    expect(text).not.toMatch(NONE);
  }
  for (const text of documentsOf(false)) {
    expect(text).not.toMatch(COUNTS);
    expect(text.match(NONE)).toHaveLength(1);
  }
});

it('lists, on the caterer’s pages, the one key they write', () => {
  expect(keysOf('politique-de-donnees')).toEqual(['user_session']);
});

it('dates and sources each of the three figures', () => {
  const text = textOf('earnings-disclaimer');
  for (const words of [
    '+500',
    '+2 Millions',
    '+8 ans',
    '1er mars 2026',
    '«EVIDENCE»',
    '«PAGES»',
    '«REVENUE»',
    '«YEARS»',
  ])
    expect(text).toContain(words);
});

it.each(['mentions-legales', 'mentions-legales-agence', 'terms-conditions'])(
  '%s says who stands behind the pages',
  (slug) => {
    const text = textOf(slug);
    for (const words of ['«LEGAL_NAME»', '«STREET»', '«UID»', '«REGISTER»', 'contact@maison.example'])
      expect(text).toContain(words);
  },
);

it('writes dates as French does', () => {
  expect(frenchDate('2026-11-21')).toBe('21 novembre 2026');
  expect(frenchDate('2027-03-01')).toBe('1er mars 2027');
  expect(() => frenchDate('demain')).toThrow(RangeError);
});

function expectWhole(block: Block): void {
  if (block.type === 'list') expect(block.items.length).toBeGreaterThan(1);
  if (block.type === 'definitions') expect(block.entries.length).toBeGreaterThan(1);
  if (block.type !== 'table') return;
  expect(block.caption).not.toBe('');
  expect(block.rows).not.toHaveLength(0);
  for (const row of block.rows) expect(row).toHaveLength(block.head.length);
}
