import { expect, it } from 'vitest';
import { VISIT_ENDED } from '#content/audit.ts';
import { CHECK_WORDS } from '#content/audit-checks.ts';
import { ONLY_TAP } from '#content/audit-verdicts.ts';
import { CHECK_IDS } from '#domain/audit.ts';
import {
  good,
  http,
  withHeader,
  withHttp,
  withPage,
  withPhone,
} from '../../../tests/fixtures/audits/good-site.ts';
import type { Facts } from '../audit-facts.ts';
import { remedies } from './remedies.ts';

const ALL = CHECK_IDS.length;

it('three remedies at most, what matters and is quickly mended first', () => {
  const facts: Facts = {
    ...withPhone({ lcpMs: 6_000, cls: 0.5 }),
    http: { ...http, httpLeadsToHttps: false, headers: {} },
  };
  const told = remedies(facts);
  expect(told.remedies.map(({ id }) => id)).toEqual(['https', 'lcp', 'cls']);
  expect(told).toMatchObject({ controlled: ALL, passed: ALL - 5 });
  expect(told.headline).toBe('Un client peut lire «\u202fsite non sécurisé\u202f» et faire demi-tour.');
  expect(told.tally).toBe(`Sur ${ALL}\u00a0points contrôlés, ${ALL - 5} sont en ordre.`);
  expect(remedies(good)).toMatchObject({ remedies: [], tally: '' });
  expect(remedies(good).headline).toBe(
    `Les ${ALL}\u00a0points que nous avons contrôlés sont en ordre\u202f: rien d’urgent.`,
  );
});

it('a visit that ended early has no remedy', () => {
  for (const end of Object.keys(VISIT_ENDED) as (keyof typeof VISIT_ENDED)[])
    expect(remedies({ ...good, visit: { end } }).remedies).toEqual([]);
});

it('each loss fits the two lines that it has on a phone', () => {
  const losses = [...Object.values(CHECK_WORDS), ...Object.values(ONLY_TAP)].map(({ loss }) => loss);
  expect(losses.filter((loss) => [...loss].length > 68)).toEqual([]);
});

it('asks only for what is left to do', () => {
  const asked = (facts: Facts) => remedies(facts).remedies.map(({ remedy }) => remedy);
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
  const { headline, remedies: chosen } = remedies(withPage({ contact, forms }));
  expect(headline).toContain('doit recopier votre numéro');
  expect(chosen[0]).toMatchObject({ id: 'contact', remedy: 'Faire du numéro un lien qui appelle.' });
  expect(chosen[0]?.evidence).toContain('n’est pas cliquable');
  expect(chosen[0]?.evidence).not.toContain('pas trouvé');
});
