import { expect, it } from 'vitest';
import { agency, caterer } from './business.ts';
import { placeholder, placeholders } from './placeholder.ts';

/** What the law or the specification decides, so that nobody has to. */
const DECIDED = new Set(['Suisse', 'WhatsApp', agency.bookingProvider, agency.tagline, caterer.tagline]);

it('marks every fact about the houses that is made up', () => {
  const marked = new Set(placeholders().map(({ value }) => value));
  const facts = [...wordsOf(agency), ...wordsOf(caterer)].filter((word) => !DECIDED.has(word));
  expect(facts.length).toBeGreaterThan(30);
  expect(facts.filter((fact) => !marked.has(fact))).toEqual([]);
});

it('tells the owner where each one stands and what to put there', () => {
  const paths = placeholders().map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path, what } of placeholders()) {
    expect(path).toMatch(/^[a-z]+(\.[\w-]+)+$/);
    expect(what).not.toBe('');
  }
});

it('keeps the made-up addresses out of the real world', () => {
  for (const { email, phone, uid } of [agency, caterer]) {
    // RFC 2606 reserves .example; 555 is no Swiss number range; 999.999.999 fails the register's check digit.
    expect(email).toMatch(/\.example$/);
    expect(phone).toMatch(/^\+41 21 555 /);
    expect(uid).toMatch(/^CHE-999\.999\.99[89]$/);
  }
});

it('hands the value back, its kind kept', () => {
  const safeguard: 'framework' | 'clauses' = placeholder('test.safeguard', 'clauses', 'la garantie');
  expect(safeguard).toBe('clauses');
  expect(placeholders().at(-1)).toEqual({ path: 'test.safeguard', value: 'clauses', what: 'la garantie' });
});

function wordsOf(facts: object): string[] {
  return Object.values(facts).flatMap((fact) => (typeof fact === 'string' ? [fact] : wordsOf(fact)));
}
