import { expect, test } from 'vitest';
import { ADDRESS_REFUSED, VISIT_ENDED } from '#content/audit.ts';
import { type FakeVisit, fakeEngine, STEERING } from '../../tests/fakes/audit-engine.ts';
import { run } from './run-command.ts';

async function audited(args: readonly string[], visit: FakeVisit = {}, environment = {}) {
  const fake = fakeEngine(visit);
  const lines: string[] = [];
  const answers: unknown[] = [];
  let error = '';
  const code = await run(['audit', ...args], {
    environment: () => environment,
    output: {
      line: (text) => void lines.push(text),
      json: (value) => void answers.push(value),
      raw: async () => {},
    },
    error: (text) => {
      error += text;
    },
    ask: async () => '',
    now: () => 0,
    auditEngine: fake.engine,
  });
  return { code, text: lines.join('\n'), answers, error, visits: fake.visits };
}

test('audit prints its steps, the three remedies and every check', async () => {
  const { code, text, visits } = await audited(['exemple.ch']);
  expect([code, visits]).toEqual([0, [{ url: 'https://exemple.ch/', browser: true }]]);
  expect(text).toContain('Nous lisons la page…');
  expect(text).toContain('L’audit express d’exemple.ch');
  expect(text).toMatch(/^3\. /m);
  expect(text.match(/^ {2}(réussi|échoué|à vérifier|sans objet|non mesuré) /gm)).toHaveLength(24);
  expect(text).toContain('     add_header Strict-Transport-Security "max-age=31536000" always;');
});

test('audit --json prints the facts and the checks alone', async () => {
  const { code, text, answers } = await audited(['exemple.ch', '--json']);
  expect([code, text]).toEqual([0, '']);
  expect(answers).toEqual([
    { facts: expect.objectContaining({ url: 'https://exemple.ch/' }), checks: expect.any(Array) },
  ]);
});

test('control characters from the site never reach the terminal', async () => {
  const { text } = await audited(['exemple.ch'], { facts: STEERING });
  expect(text).toContain('X-Robots-Tag: noindex a b [31mc d');
  expect(text).not.toMatch(/[[\p{C}\p{Zl}\p{Zp}]--\n]|U\+/v);
});

test('AUDITS=http visits without a browser; a site that cannot be visited exits with 1 and the reason', async () => {
  expect((await audited(['exemple.ch'], {}, { AUDITS: 'http' })).visits[0]?.browser).toBe(false);
  const refused = await audited(['exemple.ch'], { end: 'refused-visit' });
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(VISIT_ENDED['refused-visit'])]);
});

test('an invalid address is not visited', async () => {
  const { code, error, visits } = await audited(['localhost']);
  expect([code, error.trim(), visits]).toEqual([1, ADDRESS_REFUSED['local-name'], []]);
  expect((await audited([])).code).toBe(2);
});
