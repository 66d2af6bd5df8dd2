import { expect, it } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from './links.ts';

const links = signedLinks(new Secret('key'));
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('a link is read by who has the key, for its purpose, until its end', () => {
  const token = links.sign('follow-up', id, 10_000);
  expect(token).toMatch(/^[\w-]{70,80}$/);
  expect(links.read('follow-up', token, 9_999)).toBe(id);
  expect(links.read('follow-up', token, 10_000)).toBeUndefined();
  expect(links.read('erasure', token, 0)).toBeUndefined();
  expect(signedLinks(new Secret('other')).read('follow-up', token, 0)).toBeUndefined();
});

it('no character of a link can be changed, added or left out', () => {
  const token = links.sign('erasure', id, 10_000);
  for (let index = 0; index < token.length; index += 1) {
    const other = token[index] === 'A' ? 'B' : 'A';
    const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
    expect(links.read('erasure', changed, 0)).toBeUndefined();
  }
  for (const text of ['', `${token}A`, token.slice(1), `${token}=`, ` ${token}`, 'é'.repeat(74)])
    expect(links.read('erasure', text, 0)).toBeUndefined();
});

it('a link says what it is for, and still what it was about once it has expired', () => {
  const token = links.sign('call', id, 10_000);
  expect(links.open(token, 9_999)).toEqual({ purpose: 'call', id, expired: false });
  expect(links.open(token, 10_000)).toEqual({ purpose: 'call', id, expired: true });
  expect(signedLinks(new Secret('other')).open(token, 0)).toBeUndefined();
});

it('an address has one key in any case, and another than every other', () => {
  expect(links.keyedHash('Zoe@Example.ch')).toBe(links.keyedHash('zoe@example.ch'));
  expect(links.keyedHash('zoe@example.ch')).not.toBe(links.keyedHash('zoé@example.ch'));
  expect(links.keyedHash('zoe@example.ch')).not.toContain('zoe');
});
