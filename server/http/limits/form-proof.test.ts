import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { expect, test, vi } from 'vitest';
import { Secret } from '../../config/secrets.ts';
import { formProofs } from './form-proof.ts';

const HOUR_MS = 3_600_000;

function proofsAt(key = 'shared by all instances') {
  const clock = { ms: Date.UTC(2026, 0, 15, 12) };
  const derived = vi.fn(deriveKey);
  return { clock, derived, proofs: formProofs(new Secret(key), () => clock.ms, derived) };
}

/** What the page's code does. */
async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

test('a solved challenge is a good proof, for one lead, however often that lead is sent', async () => {
  const { clock, proofs } = proofsAt();
  const proof = await solved(await proofs.challenge());
  clock.ms += 9_000;
  expect(await proofs.check(proof, 'lead-1')).toEqual({ proof: 'good', ageMs: 9_000 });
  expect(await proofs.check(proof, 'lead-1')).toEqual({ proof: 'good', ageMs: 9_000 });
  expect(await proofs.check(proof, 'lead-2')).toEqual({ proof: 'replayed' });
});

test('what is too old, spent or not ours costs no key', async () => {
  const { clock, derived, proofs } = proofsAt();
  const [first, second] = [await solved(await proofs.challenge()), await solved(await proofs.challenge())];
  const foreign = await solved(await proofsAt('another').proofs.challenge());
  await proofs.check(first, 'lead-1');
  expect(derived).toHaveBeenCalledTimes(1);
  expect(await proofs.check(first, 'lead-1')).toMatchObject({ proof: 'good' });
  expect(await proofs.check(first, 'lead-2')).toEqual({ proof: 'replayed' });
  expect(await proofs.check(foreign, 'lead-3')).toEqual({ proof: 'forged' });
  clock.ms += 3 * HOUR_MS;
  expect(await proofs.check(second, 'lead-4')).toEqual({ proof: 'expired' });
  expect(derived).toHaveBeenCalledTimes(1);
});

test('of two leads at once with one proof, one has it', async () => {
  const { proofs } = proofsAt();
  const proof = await solved(await proofs.challenge());
  const both = await Promise.all(['lead-1', 'lead-2'].map((id) => proofs.check(proof, id)));
  expect(both.map((checked) => checked.proof).toSorted()).toEqual(['good', 'replayed']);
});

test('another instance with the same key knows it, one with another key does not', async () => {
  const proof = await solved(await proofsAt().proofs.challenge());
  expect(await proofsAt().proofs.check(proof, 'lead-1')).toMatchObject({ proof: 'good' });
  expect(await proofsAt('another').proofs.check(proof, 'lead-1')).toEqual({ proof: 'forged' });
});

test('a tab left open has an old proof', async () => {
  const { clock, proofs } = proofsAt();
  const proof = await solved(await proofs.challenge());
  clock.ms += 3 * HOUR_MS;
  expect(await proofs.check(proof, 'lead-1')).toEqual({ proof: 'expired' });
});

test('none is none; what is no proof of this service is forged, and nothing throws', async () => {
  const { proofs } = proofsAt();
  for (const none of [undefined, null, ''])
    expect(await proofs.check(none, 'x')).toEqual({ proof: 'absent' });
  const challenge = await proofs.challenge();
  const { parameters } = challenge;
  const good = JSON.parse(atob(await solved(challenge)));
  const asText = (value: unknown) => btoa(JSON.stringify(value));
  const changed = (changes: object) => ({ ...challenge, parameters: { ...parameters, ...changes } });
  const forgeries = [
    1,
    {},
    ['a'],
    'a',
    'x'.repeat(15_000),
    asText(null),
    btoa(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    asText({ challenge }),
    asText({ ...good, challenge: { parameters } }),
    asText({ ...good, challenge: { ...challenge, signature: `${challenge.signature}00` } }),
    asText({ ...good, challenge: changed({ data: { issuedAt: parameters.data?.issuedAt, more: 1 } }) }),
    asText({ ...good, challenge: changed({ data: { issuedAt: 1 } }) }),
    asText({ ...good, challenge: changed({ cost: 1 }) }),
    asText({ ...good, challenge: changed({ keyPrefix: '' }) }),
    asText({ ...good, challenge: changed({ nonce: 'z' }) }),
    asText({ ...good, solution: { ...good.solution, counter: good.solution.counter + 1 } }),
    asText({ ...good, solution: { ...good.solution, derivedKey: '00' } }),
    asText({ ...good, solution: { counter: -1, derivedKey: '' } }),
  ];
  for (const forgery of forgeries)
    expect(await proofs.check(forgery, 'lead-1'), String(forgery).slice(0, 80)).toEqual({ proof: 'forged' });
});
