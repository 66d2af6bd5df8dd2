import { expect, it } from 'vitest';
import { BROWSER_MISSING, VISIT_ENDED } from '#content/audit.ts';
import { CHECK_IDS, type CheckId, type Outcome } from '#domain/audit.ts';
import {
  good,
  http,
  insecure,
  page,
  phone,
  rule,
  sent,
  withHeader,
  withHttp,
  without,
  withPage,
  withPhone,
  withTls,
} from '../../../tests/fixtures/audits/good-site.ts';
import { FACTS_VERSION, type Facts } from '../facts/facts.ts';
import { CHECKS, judge } from './judge.ts';

const outcomeOf = (facts: Facts, id: CheckId) => judge(facts).find((result) => result.id === id)?.outcome;

it('the checks stand in the order of the report, each once', () => {
  expect(CHECKS.map(({ id }) => id)).toEqual(CHECK_IDS);
  expect(CHECK_IDS).toHaveLength(24);
});

it('without a browser nothing that stands in the page is red, and its sentence says so', () => {
  const { viewport, title, description, lang, ...bare } = page;
  const facts: Facts = {
    ...sent({}),
    page: {
      ...bare,
      rendered: false,
      h1: [],
      jsonLdTypes: [],
      contact: { ...page.contact, tel: 0, mailto: 0, other: 0 },
    },
  };
  expect([viewport, title, description, lang]).not.toContain(undefined);
  const said = judge(facts).filter(({ id }) =>
    ['viewport', 'title', 'description', 'lang', 'h1', 'structured-data'].includes(id),
  );
  expect(said.map(({ outcome }) => outcome)).toEqual(Array(6).fill('review'));
  expect(said.every(({ sentence }) => sentence.includes('Lu sans navigateur'))).toBe(true);
});

it('a site that meets every point has only green', () => {
  expect(judge(good).filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
});

const TABLE: readonly (readonly [CheckId, string, Facts, Outcome])[] = [
  ['lcp', 'at the good mark', withPhone({ lcpMs: 2_500 }), 'ok'],
  ['lcp', 'past good', withPhone({ lcpMs: 2_501 }), 'review'],
  ['lcp', 'at the poor mark', withPhone({ lcpMs: 4_000 }), 'review'],
  ['lcp', 'past poor', withPhone({ lcpMs: 4_001 }), 'failed'],
  ['https', 'no TLS', { ...withHttp({}), http: without(http, 'tls') }, 'failed'],
  ['https', 'untrusted', withTls({ trusted: false, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'failed'],
  ['https', 'http leads nowhere', withHttp({ httpLeadsToHttps: false }), 'failed'],
  ['https', 'port 80 is closed', { ...good, http: without(http, 'httpLeadsToHttps') }, 'ok'],
  ['certificate', 'two weeks left', withTls({ validTo: '2026-12-06T03:00:00.000Z' }), 'ok'],
  ['certificate', 'a day less', withTls({ validTo: '2026-12-05T03:00:00.000Z' }), 'review'],
  ['certificate', 'expired', withTls({ validTo: '2026-11-21T03:00:00.000Z' }), 'failed'],
  [
    'certificate',
    'a third of six days left',
    withTls({ validFrom: '2026-11-18T15:00:00.000Z', validTo: '2026-11-24T15:00:00.000Z' }),
    'ok',
  ],
  [
    'certificate',
    'less than a third of six days left',
    withTls({ validFrom: '2026-11-17T15:00:00.000Z', validTo: '2026-11-23T15:00:00.000Z' }),
    'review',
  ],
  [
    'certificate',
    'one that no browser trusts',
    withTls({ trusted: false, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'not-applicable',
  ],
  ['certificate', 'no TLS', { ...good, http: without(http, 'tls') }, 'not-applicable'],
  [
    'contact',
    'only a page for it',
    withPage({
      contact: { tel: 0, mailto: 0, other: 0, page: true },
      forms: { total: 0, withContactField: 0, insecureActions: 0 },
    }),
    'review',
  ],
  [
    'contact',
    'none',
    withPage({
      contact: { tel: 0, mailto: 0, other: 0, page: false },
      forms: { total: 1, withContactField: 0, insecureActions: 0 },
    }),
    'failed',
  ],
  [
    'contact',
    'none in the sent HTML',
    sent({
      contact: { tel: 0, mailto: 0, other: 0, page: false },
      forms: { total: 0, withContactField: 0, insecureActions: 0 },
    }),
    'review',
  ],
  ['contact', 'a shell', sent({ shell: true }), 'not-measured'],
  ['viewport', 'none declared', { ...good, page: without(page, 'viewport') }, 'failed'],
  ['viewport', 'a scale and no width', withPage({ viewport: 'initial-scale=1' }), 'ok'],
  ['viewport', 'neither', withPage({ viewport: 'user-scalable=no' }), 'failed'],
  ['viewport', 'none in the sent HTML', sent({ viewport: '' }), 'review'],
  ['viewport', 'a little too wide', withPhone({ overflowPx: 39 }), 'review'],
  ['viewport', 'far too wide', withPhone({ overflowPx: 40 }), 'failed'],
  ['viewport', 'declared, not seen', sent({}), 'ok'],
  [
    'identity',
    'no postal address',
    withPage({ identity: { company: true, postalAddress: false, email: true } }),
    'review',
  ],
  [
    'identity',
    'the rest stands in the legal notice',
    {
      ...withPage({ identity: { company: false, postalAddress: false, email: true } }),
      legal: [
        {
          kind: 'identity',
          url: 'https://dubois.ch/i',
          reachable: true,
          identity: { company: true, postalAddress: true, email: false },
        },
      ],
    },
    'ok',
  ],
  ['privacy', 'no link', withPage({ legalLinks: {} }), 'review'],
  [
    'privacy',
    'a dead link',
    {
      ...good,
      legal: [{ kind: 'privacy', url: 'https://dubois.ch/p', reachable: false, identity: page.identity }],
    },
    'review',
  ],
  [
    'cookies',
    'one of another site',
    withPhone({ thirdPartyCookies: [{ name: 'id', site: 'tracker.test' }] }),
    'review',
  ],
  ['indexable', 'noindex in the page', withPage({ noindex: true }), 'failed'],
  ['indexable', 'noindex in the header', withHeader('x-robots-tag', 'noindex'), 'failed'],
  ['indexable', 'barred by robots.txt', withHttp({ robots: { found: true, barsSearch: true } }), 'failed'],
  [
    'indexable',
    'a page behind the entrance asks for it',
    { ...withPage({ noindex: true }), asked: 'https://dubois.ch/merci' },
    'review',
  ],
  ['title', '15 characters', withPage({ title: 'a'.repeat(15) }), 'ok'],
  ['title', '14 characters', withPage({ title: 'a'.repeat(14) }), 'review'],
  ['title', '65 characters', withPage({ title: 'é'.repeat(65) }), 'ok'],
  ['title', '66 characters', withPage({ title: 'a'.repeat(66) }), 'review'],
  ['title', 'none', { ...good, page: without(page, 'title') }, 'failed'],
  ['description', 'none', { ...good, page: without(page, 'description') }, 'failed'],
  ['description', 'very short', withPage({ description: 'Bienvenue' }), 'review'],
  ['h1', 'none', withPage({ h1: [''] }), 'failed'],
  ['h1', 'two', withPage({ h1: ['Un', 'Deux'] }), 'review'],
  ['h1', 'none in the sent HTML', sent({ h1: [] }), 'review'],
  [
    'contrast',
    'one text too pale',
    withPhone({ axe: { contrast: { ...rule, failed: 1 }, labels: rule, alt: rule, targets: rule } }),
    'failed',
  ],
  [
    'contrast',
    'mostly on pictures',
    withPhone({
      axe: { contrast: { failed: 0, undecided: 10, passed: 9 }, labels: rule, alt: rule, targets: rule },
    }),
    'review',
  ],
  [
    'contrast',
    'not looked at',
    { ...good, browser: { measured: true, version: '156', phone: without(phone, 'axe'), refused: {} } },
    'not-measured',
  ],
  [
    'labels',
    'one missing',
    withPhone({ axe: { contrast: rule, labels: { ...rule, failed: 1 }, alt: rule, targets: rule } }),
    'failed',
  ],
  ['labels', 'one missing in the sent HTML', sent({ fields: { total: 1, withoutLabel: 1 } }), 'review'],
  ['labels', 'no field', sent({ fields: { total: 0, withoutLabel: 0 } }), 'not-applicable'],
  [
    'alt',
    'one missing',
    withPhone({ axe: { contrast: rule, labels: rule, alt: { ...rule, failed: 2 }, targets: rule } }),
    'failed',
  ],
  ['alt', 'no picture', sent({ images: { total: 0, withoutAlt: 0 } }), 'not-applicable'],
  ['lang', 'none', { ...good, page: without(page, 'lang') }, 'failed'],
  ['lang', 'no code', withPage({ lang: 'français' }), 'review'],
  [
    'targets',
    'four too small',
    withPhone({ axe: { contrast: rule, labels: rule, alt: rule, targets: { ...rule, failed: 4 } } }),
    'review',
  ],
  [
    'targets',
    'five too small',
    withPhone({ axe: { contrast: rule, labels: rule, alt: rule, targets: { ...rule, failed: 5 } } }),
    'failed',
  ],
  ['cls', 'past good', withPhone({ cls: 0.11 }), 'review'],
  ['cls', 'past poor', withPhone({ cls: 0.26 }), 'failed'],
  ['ttfb', 'past good', withHttp({ ttfbMs: 801 }), 'review'],
  ['ttfb', 'past poor', withHttp({ ttfbMs: 1_801 }), 'failed'],
  ['ttfb', 'not three answers', { ...good, http: without(http, 'ttfbMs') }, 'not-measured'],
  ['weight', 'past good', withPhone({ bytes: 2_000_001 }), 'review'],
  ['weight', 'past poor', withPhone({ bytes: 4_000_001 }), 'failed'],
  ['weight', 'light, but not compressed', withHttp({ compression: '' }), 'review'],
  ['weight', 'not seen', sent({}), 'not-measured'],
  ['mixed-content', 'in the page', withPage({ mixedContent: { total: 1 } }), 'failed'],
  ['mixed-content', 'seen by the browser', withPhone({ insecureRequests: 1 }), 'failed'],
  [
    'mixed-content',
    'an insecure form',
    withPage({ forms: { total: 1, withContactField: 1, insecureActions: 1 } }),
    'failed',
  ],
  ['mixed-content', 'a page that is insecure itself', insecure, 'not-applicable'],
  ['hsts', 'a month', withHeader('strict-transport-security', 'max-age=2592000'), 'review'],
  ['hsts', 'switched off', withHeader('strict-transport-security', 'max-age=0'), 'failed'],
  ['hsts', 'none', withHttp({ headers: {} }), 'failed'],
  ['hsts', 'a page that is insecure itself', insecure, 'not-applicable'],
  ['security-headers', 'one missing', withHeader('x-content-type-options', 'no'), 'review'],
  ['security-headers', 'all missing', withHttp({ headers: {} }), 'failed'],
  ['structured-data', 'another kind', withPage({ jsonLdTypes: ['WebSite'] }), 'review'],
  ['structured-data', 'none', withPage({ jsonLdTypes: [] }), 'failed'],
  [
    'structured-data',
    'none behind the entrance',
    { ...withPage({ jsonLdTypes: [] }), asked: 'https://dubois.ch/merci' },
    'review',
  ],
];

it.each(TABLE)('%s, %s', (id, _case, facts, outcome) => {
  expect(outcomeOf(facts, id)).toBe(outcome);
});

it('every check has a row that is not green', () => {
  const rows = new Set(TABLE.filter(([, , , outcome]) => outcome !== 'ok').map(([id]) => id));
  expect(CHECK_IDS.filter((id) => !rows.has(id))).toEqual([]);
});

it('a visit that ended early judges nothing', () => {
  for (const end of Object.keys(VISIT_ENDED) as (keyof typeof VISIT_ENDED)[]) {
    const results = judge({ ...good, visit: { end } });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(24).fill('not-measured'));
    expect(results[0]?.sentence).toBe(VISIT_ENDED[end]);
  }
});

it('without a browser the report says which points it did not measure, and why', () => {
  const results = judge({ ...good, browser: { measured: false, why: 'no-sandbox' } });
  const missing = results.filter(({ outcome }) => outcome === 'not-measured');
  expect(missing.map(({ id }) => id)).toEqual(['lcp', 'cookies', 'contrast', 'targets', 'cls', 'weight']);
  expect(new Set(missing.slice(0, 5).map(({ sentence }) => sentence))).toEqual(
    new Set([BROWSER_MISSING['no-sandbox']]),
  );
});

it('facts of another version are not judged', () => {
  expect(new Set(judge({ ...good, version: FACTS_VERSION + 1 }).map(({ outcome }) => outcome))).toEqual(
    new Set(['not-measured']),
  );
});

it('legal points are never red, and no sentence accuses or claims to know what was only not found', () => {
  for (const [id, , facts] of TABLE) {
    for (const { id: own, outcome, sentence } of judge(facts)) {
      if (['identity', 'privacy', 'cookies'].includes(own)) expect(outcome).not.toBe('failed');
      expect(sentence, id).not.toMatch(/illégal|infraction|\babsente?s?\b|interdit par la loi/i);
      expect(sentence, id).toMatch(/^\p{Lu}|^\d/u);
      expect(sentence, id).toMatch(/[.?]$/);
      expect(sentence, id).not.toMatch(/'| [?!;:»]|« /);
    }
  }
});
