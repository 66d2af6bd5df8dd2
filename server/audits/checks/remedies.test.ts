import { expect, it } from 'vitest';
import { VISIT_ENDED } from '#content/audit.ts';
import { good, http, withHeader, withHttp, withPhone } from '../../../tests/fixtures/audits/good-site.ts';
import type { Facts } from '../facts/facts.ts';
import { remedies } from './remedies.ts';

it('three remedies at most, what matters and is quickly mended first', () => {
  const facts: Facts = {
    ...withPhone({ lcpMs: 6_000, cls: 0.5 }),
    http: { ...http, httpLeadsToHttps: false, headers: {} },
  };
  const told = remedies(facts);
  expect(told.remedies.map(({ id }) => id)).toEqual(['https', 'lcp', 'cls']);
  expect(told).toMatchObject({ controlled: 24, passed: 19 });
  expect(told.verdict).toMatch(/^19\u00a0points réussis sur 24 contrôlés\u202f; d’abord\u202f: renvoyer/);
  expect(remedies(good)).toMatchObject({ remedies: [], verdict: expect.stringMatching(/rien d’urgent\.$/) });
});

it('a visit that ended early has no remedy', () => {
  for (const end of Object.keys(VISIT_ENDED) as (keyof typeof VISIT_ENDED)[])
    expect(remedies({ ...good, visit: { end } }).remedies).toEqual([]);
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
