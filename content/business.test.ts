import { expect, it } from 'vitest';
import { agency, caterer } from './business.ts';
import { facts } from './every-fact.ts';
import { locations } from './locations.ts';
import { services } from './services.ts';

const madeUp = facts().filter(({ invented }) => invented);

/** What the law or the specification decides, so that nobody has to. */
const DECIDED = new Set(['Suisse', 'WhatsApp', agency.booking.way, agency.tagline, caterer.tagline]);

it('marks every fact about the houses that is made up', () => {
  const marked = new Set(madeUp.map(({ value }) => value));
  const facts = [...wordsOf(agency), ...wordsOf(caterer)].filter((word) => !DECIDED.has(word));
  expect(facts.length).toBeGreaterThan(30);
  expect(facts.filter((fact) => !marked.has(fact))).toEqual([]);
});

it('tells the owner where each one stands and what to put there', () => {
  const paths = facts().map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path, what } of facts()) {
    expect(path).toMatch(/^[a-z]+(\.[\w-]+)+$/);
    expect(what).not.toBe('');
  }
});

it('keeps the made-up addresses out of the real world', () => {
  for (const { email, uid } of [agency, caterer]) {
    // RFC 2606 reserves .example; 999.999.999 fails the register's check digit.
    expect(email).toMatch(/\.example$/);
    expect(uid).toMatch(/^CHE-999\.999\.99[89]$/);
  }
});

it('calls nobody: every number begins with a code that is not given out', () => {
  const houses = [agency, caterer].flatMap(({ phone, chatNumber }) => [phone, chatNumber]);
  const numbers = [...houses, ...locations.map(({ phone }) => phone), ...services.map(({ phone }) => phone)];
  expect(numbers.length).toBeGreaterThan(7);
  for (const number of numbers) expect(number).toMatch(/^\+41 25 \d{3} \d{2} \d{2}$/);
  // The codes in use that begin with 2, as libphonenumber has them from the federal office.
  expect(numbers.filter((number) => /^\+41 2[12467]/.test(number))).toEqual([]);
});

it('marks the assumed marks of the places, and asks for none that nobody sees', () => {
  const marks = madeUp.filter(({ path }) => path.endsWith('.rating'));
  expect(marks.map(({ path }) => path)).toEqual(locations.map(({ id }) => `locations.${id}.rating`));
});

function wordsOf(facts: object): string[] {
  return Object.values(facts).flatMap((fact) => (typeof fact === 'string' ? [fact] : wordsOf(Object(fact))));
}
