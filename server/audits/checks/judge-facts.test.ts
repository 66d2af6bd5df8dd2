import { expect, it } from 'vitest';
import { BROWSER_MISSING, VISIT_ENDED } from '#content/audit.ts';
import { CHECK_WORDS, ONLY_TAP } from '#content/audit-checks.ts';
import { BARS, type Bars, CHECK_IDS, type CheckId } from '#domain/audit.ts';
import {
  good,
  http,
  page,
  rule,
  sent,
  withHeader,
  withHttp,
  withPage,
  withPhone,
  withTls,
} from '../../../tests/fixtures/audits/good-site.ts';
import { THRESHOLDS } from '../../../tests/fixtures/audits/thresholds.ts';
import { FACTS_VERSION, type Facts } from '../audit-facts.ts';
import { judgeFacts, summaryOf } from './judge-facts.ts';

const outcomeOf = (facts: Facts, id: CheckId) =>
  judgeFacts(facts).find((result) => result.id === id)?.outcome;

it('the checks are in the order of the report, each once', () => {
  expect(judgeFacts(good).map(({ id }) => id)).toEqual(CHECK_IDS);
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
  const withoutBrowser = judgeFacts(facts).filter(({ id }) =>
    ['viewport', 'title', 'description', 'lang', 'h1', 'structured-data'].includes(id),
  );
  expect(withoutBrowser.map(({ outcome }) => outcome)).toEqual(Array(6).fill('review'));
  expect(withoutBrowser.every(({ sentence }) => sentence.includes('Lu sans navigateur'))).toBe(true);
});

it('a site that meets every point has only green', () => {
  expect(judgeFacts(good).filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
});

it.each(THRESHOLDS)('%s, %s', (id, _case, facts, outcome) => {
  expect(outcomeOf(facts, id)).toBe(outcome);
});

it('every check has a row that is not green', () => {
  const rows = new Set(THRESHOLDS.filter(([, , , outcome]) => outcome !== 'ok').map(([id]) => id));
  expect(CHECK_IDS.filter((id) => !rows.has(id))).toEqual([]);
});

it('a visit that ended early judges nothing', () => {
  for (const end of Object.keys(VISIT_ENDED) as (keyof typeof VISIT_ENDED)[]) {
    const results = judgeFacts({ ...good, visit: { end } });
    expect(results.map(({ outcome }) => outcome)).toEqual(CHECK_IDS.map(() => 'not-measured'));
    expect(results[0]?.sentence).toBe(VISIT_ENDED[end]);
  }
});

it('without a browser the report says which points it did not measure, and why', () => {
  const results = judgeFacts({ ...good, browser: { measured: false, why: 'no-sandbox' } });
  const missing = results.filter(({ outcome }) => outcome === 'not-measured');
  expect(missing.map(({ id }) => id)).toEqual(['lcp', 'cookies', 'contrast', 'targets', 'cls', 'weight']);
  expect(new Set(missing.slice(0, 5).map(({ sentence }) => sentence))).toEqual(
    new Set([BROWSER_MISSING['no-sandbox']]),
  );
});

it('the weight of a load that was cut is reported as a minimum', () => {
  const results = judgeFacts(withPhone({ bytes: 5_000_000, partial: true }));
  expect(results.find(({ id }) => id === 'weight')).toMatchObject({
    evidence: expect.stringMatching(/^au moins 5,0/),
    sentence: expect.stringMatching(/au moins 5,0/),
  });
});

it('facts of another version are not judged', () => {
  expect(new Set(judgeFacts({ ...good, version: FACTS_VERSION + 1 }).map(({ outcome }) => outcome))).toEqual(
    new Set(['not-measured']),
  );
});

/** On either side of both bars, as near as facts come and up to where a rounded number leaves them. */
function aroundBars([good, poor]: Bars, step: number): readonly number[] {
  return [good, poor].flatMap((bar) => [
    bar - step,
    bar,
    bar + step,
    ...[1, 2, 3, 4, 5].map((n) => bar + (bar * n) / 100),
  ]);
}

/** The least that each number can be. */
const SMALLEST: readonly (readonly [CheckId, string, Facts])[] = [
  ['ttfb', 'a millisecond', withHttp({ ttfbMs: 0.4 })],
  ['lcp', 'a millisecond', withPhone({ lcpMs: 1 })],
  ['cls', 'a little', withPhone({ cls: 0.001 })],
  ['weight', 'a few bytes', withPhone({ bytes: 471, requests: 1 })],
  [
    'certificate',
    'an hour left of a short life',
    withTls({ validFrom: '2026-11-22T02:00:00.000Z', validTo: '2026-11-22T04:00:00.000Z' }),
  ],
  ['certificate', 'an hour left of a long life', withTls({ validTo: '2026-11-22T04:00:00.000Z' })],
  [
    'certificate',
    'an hour too old',
    withTls({ trusted: false, error: 'CERT_HAS_EXPIRED', validTo: '2026-11-22T02:00:00.000Z' }),
  ],
  [
    'contrast',
    'one text',
    withPhone({
      axe: {
        contrast: { failed: 0, undecided: 1, passed: 0 },
        labels: rule,
        alt: rule,
        targets: { ...rule, failed: 1 },
      },
    }),
  ],
];

const MEASURES: readonly (readonly [
  CheckId,
  Bars,
  step: number,
  unit: number,
  of: (value: number) => Facts,
])[] = [
  ['lcp', BARS.lcpMs, 1, 1_000, (lcpMs) => withPhone({ lcpMs })],
  ['ttfb', BARS.ttfbMs, 1, 1_000, (ttfbMs) => withHttp({ ttfbMs })],
  ['cls', BARS.cls, 0.001, 1, (cls) => withPhone({ cls })],
  ['weight', BARS.bytes, 1, 1_000_000, (bytes) => withPhone({ bytes })],
];

it.each(MEASURES)(
  'the number in what %s says lies on the same side of its bars as its verdict',
  (id, bars, step, unit, factsOf) => {
    for (const value of aroundBars(bars, step)) {
      const { outcome, sentence } = judgeFacts(factsOf(value)).find((result) => result.id === id) ?? {};
      const written = Number(/\d+,\d+/.exec(sentence ?? '')?.[0].replace(',', '.')) * unit;
      const [ok, middling] = [written <= bars[0], written <= bars[1]];
      expect([sentence, outcome]).toEqual([sentence, ok ? 'ok' : middling ? 'review' : 'failed']);
    }
  },
);

it('legal points are never red, and no sentence accuses or claims to know what was only not found', () => {
  for (const [id, , facts] of [...THRESHOLDS, ...SMALLEST]) {
    for (const { id: own, outcome, sentence } of judgeFacts(facts)) {
      if (['identity', 'privacy', 'cookies'].includes(own)) expect(outcome).not.toBe('failed');
      expect(sentence, id).not.toMatch(/illégal|infraction|\babsente?s?\b|interdit par la loi/i);
      expect(sentence, id).toMatch(/^\p{Lu}|^\d/u);
      expect(sentence, id).toMatch(/[.?]$/);
      expect(sentence, id).not.toMatch(/'| [?!;:»]|« /);
      // Nothing that is there is nothing, and nothing is one of several.
      expect(sentence, id).not.toMatch(
        /(?<![\d,])0(,0+)?\s(s|ms|ko|Mo|jour)(?!\p{L})|(?<![\d,])[01]\s\p{L}{3,}s(?!\p{L})|undefined|NaN|\s\.|\.\./u,
      );
    }
  }
});

const ALL = CHECK_IDS.length;
const summary = (facts: Facts) => summaryOf(judgeFacts(facts));

it('names at most three remedies, the most worthwhile first', () => {
  const facts: Facts = {
    ...withPhone({ lcpMs: 6_000, cls: 0.5 }),
    http: { ...http, httpLeadsToHttps: false, headers: {} },
  };
  const { headline, tally, ...rest } = summary(facts);
  expect(rest.remedies.map(({ id }) => id)).toEqual(['https', 'lcp', 'cls']);
  expect(rest).toMatchObject({ controlled: ALL, passed: ALL - 5 });
  expect(headline).toBe('Un client peut lire «\u202fsite non sécurisé\u202f» et faire demi-tour.');
  expect(tally).toBe(`Sur ${ALL}\u00a0points contrôlés, ${ALL - 5} sont en ordre.`);
  expect(summary(good)).toMatchObject({ remedies: [], tally: '' });
  expect(summary(good).headline).toBe(
    `Les ${ALL}\u00a0points que nous avons contrôlés sont en ordre\u202f: rien d’urgent.`,
  );
});

it('each loss fits the two lines that it has on a phone', () => {
  const losses = [...Object.values(CHECK_WORDS), ...Object.values(ONLY_TAP)].map(({ loss }) => loss);
  expect(losses.filter((loss) => [...loss].length > 68)).toEqual([]);
});

it('a remedy asks only for what is still missing', () => {
  const asked = (facts: Facts) => summary(facts).remedies.map(({ remedy }) => remedy);
  expect(asked(withHttp({ httpLeadsToHttps: false }))).toEqual(['Renvoyer toute adresse http vers https.']);
  expect(asked(withHttp({ compression: '' }))).toEqual(['Activer la compression des textes sur le serveur.']);
  expect(asked(withHeader('strict-transport-security', 'max-age=1'))).toEqual([
    expect.stringContaining('six mois au moins'),
  ]);
  expect(asked(withHttp({ headers: {} }))).toContain('Ajouter l’en-tête Strict-Transport-Security.');
});

it('says of a number in the picture that it cannot be tapped, and not that it was not found', () => {
  const contact = { tel: 0, mailto: 0, other: 0, page: true, written: { phone: true, email: false } };
  const forms = { total: 0, withContactField: 0, insecureActions: 0 };
  const { headline, remedies: chosen } = summary(withPage({ contact, forms }));
  expect(headline).toContain('doit recopier votre numéro');
  expect(chosen[0]).toMatchObject({ id: 'contact', remedy: 'Faire du numéro un lien qui appelle.' });
  expect(chosen[0]?.sentence).toContain('n’est pas cliquable');
  expect(chosen[0]?.sentence).not.toContain('pas trouvé');
});
