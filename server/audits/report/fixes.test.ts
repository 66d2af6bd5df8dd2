import { expect, it } from 'vitest';
import { PLACES } from '#content/audit-fixes.ts';
import type { CheckId } from '#domain/audit.ts';
import {
  good,
  http,
  insecure,
  page,
  rule,
  withHeader,
  withHttp,
  without,
  withPage,
  withPhone,
} from '../../../tests/fixtures/audits/good-site.ts';
import { THRESHOLDS } from '../../../tests/fixtures/audits/thresholds.ts';
import type { Facts } from '../audit-facts.ts';
import { judgeFacts } from '../checks/judge-facts.ts';
import { readPage } from '../probe/read-page.ts';
import { fixesOf } from './fixes.ts';

const resultOf = (facts: Facts, id: CheckId) => judgeFacts(facts).find((result) => result.id === id);
const fixOf = (facts: Facts, id: CheckId) => fixesOf(facts, judgeFacts(facts)).find((fix) => fix.id === id);
const codeOf = (facts: Facts, id: CheckId, where?: string) =>
  (fixOf(facts, id)?.snippets ?? [])
    .filter((snippet) => where === undefined || snippet.where === where)
    .map(({ code }) => code)
    .join('\n');

it('lists every open point, the most worthwhile first, and none for a site that meets all', () => {
  expect(fixesOf(good, judgeFacts(good))).toEqual([]);
  for (const [id, , facts, outcome] of THRESHOLDS)
    expect([id, fixOf(facts, id) !== undefined]).toEqual([id, outcome === 'failed' || outcome === 'review']);
  const both = { ...withHttp({ headers: {} }), page: without(page, 'viewport') };
  expect(fixesOf(both, judgeFacts(both)).map(({ id }) => id)).toEqual([
    'viewport',
    'security-headers',
    'hsts',
  ]);
});

const none = { company: false, postalAddress: false, email: false };
const BY_HTML: readonly (readonly [CheckId, Facts])[] = [
  [
    'contact',
    withPage({
      contact: { tel: 0, mailto: 0, other: 0, page: false },
      forms: { total: 0, withContactField: 0, insecureActions: 0 },
    }),
  ],
  ['viewport', { ...good, page: without(page, 'viewport') }],
  ['title', { ...good, page: without(page, 'title') }],
  ['description', { ...good, page: without(page, 'description') }],
  ['h1', withPage({ h1: [] })],
  ['lang', { ...good, page: without(page, 'lang') }],
  ['privacy', withPage({ legalLinks: {} })],
  ['identity', withPage({ identity: none })],
  ['structured-data', withPage({ jsonLdTypes: [] })],
];

it.each(BY_HTML)('pasting the proposed HTML meets the point: %s', (id, facts) => {
  expect(resultOf(facts, id)?.outcome).not.toBe('ok');
  const pasted = readPage(codeOf(facts, id), facts.url, true);
  const before = facts.page ?? page;
  const after = {
    ...facts,
    page: { ...before, ...pasted, legalLinks: { ...before.legalLinks, ...pasted.legalLinks } },
  };
  if (id === 'identity') expect(pasted.identity.email).toBe(true);
  else expect(resultOf(after, id)?.outcome).toBe('ok');
});

it('proposed images have descriptions and proposed fields have names', () => {
  const facts = withPhone({
    cls: 0.3,
    lcpMs: 5_000,
    bytes: 5_000_000,
    axe: { contrast: rule, labels: { ...rule, failed: 1 }, alt: { ...rule, failed: 1 }, targets: rule },
  });
  for (const id of ['alt', 'cls', 'lcp', 'weight'] as const) {
    const { images } = readPage(codeOf(facts, id, PLACES.page), facts.url, true);
    expect([id, images.total > 0, images.withoutAlt]).toEqual([id, true, 0]);
  }
  expect(readPage(codeOf(facts, 'labels'), facts.url, true).fields).toEqual({ total: 1, withoutLabel: 0 });
});

/** The headers that lines for Apache set. */
function headersIn(code: string): Record<string, string> {
  const lines = [...code.matchAll(/^Header always set (\S+) "(.*)"$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

it.each([
  ['hsts', withHttp({ headers: {} })],
  ['hsts', withHeader('strict-transport-security', 'max-age=0')],
  ['security-headers', withHttp({ headers: {} })],
  ['security-headers', withHeader('x-content-type-options', 'none')],
  ['security-headers', withHeader('referrer-policy', 'unsafe-url')],
  ['security-headers', withHeader('content-security-policy', "default-src 'self'")],
  ['security-headers', { ...withHttp({ headers: {} }), page: { ...page, metaPolicies: { csp: true } } }],
] as const)('pasting the proposed headers meets the point: %s', (id, facts) => {
  expect(resultOf(facts, id)?.outcome).not.toBe('ok');
  const pasted = headersIn(codeOf(facts, id, PLACES.apache));
  const after = { ...facts, http: { ...http, headers: { ...facts.http?.headers, ...pasted } } };
  expect(resultOf(after, id)?.outcome).toBe('ok');
  expect(codeOf(facts, id, PLACES.nginx)).toBe(
    codeOf(facts, id, PLACES.apache).replaceAll(/^Header always set (.*)$/gm, 'add_header $1 always;'),
  );
});

it('proposes only the missing headers', () => {
  expect(headersIn(codeOf(withHeader('x-content-type-options', 'none'), 'security-headers'))).toEqual({
    'x-content-type-options': 'nosniff',
  });
});

it('proposals contain what was found on the site', () => {
  const barred = {
    ...withHttp({ headers: { 'x-robots-tag': 'none' }, robots: { found: true, barsSearch: true } }),
  };
  expect(fixOf(barred, 'indexable')?.snippets).toEqual([
    { where: PLACES.remove, code: 'X-Robots-Tag: none' },
    { where: PLACES.robots, code: 'User-agent: *\nDisallow:' },
  ]);
  const mixed = withPage({ mixedContent: { total: 1, example: 'http://dubois.ch/a.png' } });
  expect(fixOf(mixed, 'mixed-content')?.snippets[0]).toEqual({
    where: PLACES.instead('http://dubois.ch/a.png'),
    code: 'https://dubois.ch/a.png',
  });
  const pale = withPhone({
    axe: { contrast: { ...rule, failed: 1, example: '.note > p' }, labels: rule, alt: rule, targets: rule },
  });
  expect(codeOf(pale, 'contrast')).toContain('.note > p { color:');
  expect(
    codeOf({ ...withHttp({ httpLeadsToHttps: false }), url: 'https://www.dubois.ch/' }, 'https'),
  ).toContain('server_name dubois.ch www.dubois.ch;');
  expect(codeOf(withHttp({ compression: '' }), 'weight')).toContain('gzip on;');
  expect(codeOf(withPhone({ bytes: 5_000_000 }), 'weight')).not.toContain('gzip');
});

it('proposes nothing where no line helps or nothing was judged', () => {
  expect(fixOf({ ...insecure, http: without(http, 'tls') }, 'https')?.snippets).toEqual([]);
  expect(
    fixOf(withPhone({ thirdPartyCookies: [{ name: 'a', site: 'b.test' }] }), 'cookies')?.snippets,
  ).toEqual([]);
  const ended: Facts = { ...good, visit: { end: 'parked' } };
  expect(fixesOf(ended, judgeFacts(ended))).toEqual([]);
});
