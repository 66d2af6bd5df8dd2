import { expect, test } from 'vitest';
import { newToken } from '../http/addresses.ts';
import { addressCorrector, originForm } from './corrected-address.ts';

const TOKEN = 'Ab-9_'.repeat(6);
const SIX_MINUTES = `${TOKEN}-`;
const pages = ['/', '/404', '/sales', '/introduction', '/agence/notre-histoire', '/robots.txt'];
const correct = addressCorrector(new Map(pages.map((page) => [page, {}])));

test.each([
  ['capitals', '/Sales', '/sales'],
  ['a slash at the end', '/sales/?name=a', '/sales?name=a'],
  ['the end of a sentence', '/sales.', '/sales'],
  ['a closing bracket', '/sales)', '/sales'],
  ['all of them', '/SALES/).?utm_source=Lettre%20d%27hiver', '/sales?utm_source=Lettre%20d%27hiver'],
  ['a French quotation mark', '/sales%C2%A0%C2%BB', '/sales'],
  ['a quotation mark cut in two', '/sales%E2%80', '/sales'],
  ['the angle bracket of RFC 3986', '/sales%3E', '/sales'],
  ['the stars and dashes of a chat', '/sales_', '/sales'],
  ['a soft hyphen', '/agence/notre-%C2%ADhistoire', '/agence/notre-histoire'],
  ['a space at the end', '/sales%20', '/sales'],
  ['a line break', '/sales%0D%0A', '/sales'],
  ['doubled slashes', '//sales', '/sales'],
  ['doubled slashes inside', '/agence//notre-histoire//', '/agence/notre-histoire'],
  ['a backslash', '/\\sales', '/sales'],
  ['nothing but slashes', '//', '/'],
  ['a file name', '/sales.html', '/sales'],
  ['a file name of the old days', '/Sales.HTM', '/sales'],
  ['the file name of a folder', '/sales/index.html', '/sales'],
  ['the file name of the first page', '/index.html?x=1', '/?x=1'],
  ['a query without its sign', '/sales&utm_source=x&utm_medium=y', '/sales?utm_source=x&utm_medium=y'],
  ['a query without its sign, and one behind it', '/sales&a=%26?fbclid=1', '/sales?a=%26&fbclid=1'],
  ['an escaped query', '/sales%3Futm_source%3Dx%26a%3Dd%C3%A9', '/sales?utm_source=x&a=d%C3%A9'],
  ['the list of calls', '/rendez-vous/', '/rendez-vous'],
  ['an address of the API', '/api/slots/?days=3', '/api/slots?days=3'],
  ['a file', '/ROBOTS.txt', '/robots.txt'],
  ['a secret link', `/Rendez-vous/${TOKEN}.`, `/rendez-vous/${TOKEN}`],
  ['a secret link with a query', `/suivi/${TOKEN}&utm_source=x`, `/suivi/${TOKEN}?utm_source=x`],
  ['a calendar file', `//rendez-vous/${TOKEN}.ics)`, `/rendez-vous/${TOKEN}.ics`],
  ['a token that ends in a dash', `/audit/${SIX_MINUTES},`, `/audit/${SIX_MINUTES}`],
])('%s: %s leads to %s', (_case, target, address) => {
  expect(correct(target)).toBe(address);
  // Whoever is led on arrives.
  expect(correct(address)).toBeUndefined();
});

test('a new token ends in a letter or digit, which mail programs do not cut off a link', () => {
  const drawn = ['A__-', '____', '---A', 'AAAA'].map((text) =>
    Buffer.from(text.padStart(32, 'A'), 'base64url'),
  );
  expect(newToken(() => drawn.shift() ?? Buffer.alloc(24))).toMatch(/---A$/);
  expect(newToken()).toMatch(/^[\w-]{31}[A-Za-z0-9]$/);
});

test.each([
  ...pages,
  '/sales?from=/Sales.',
  '/%73ales',
  '/rendez-vous',
  `/rendez-vous/${TOKEN}`,
  `/rendez-vous/${TOKEN}.ics`,
  `/api/audits/${TOKEN}/events`,
  `/audit/${TOKEN}/telephone.webp`,
])('%s stays as it is', (target) => {
  expect(correct(target)).toBeUndefined();
});

test.each([
  '//evil.example',
  '//evil.example/',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '//evil.example/%2e%2e/sales',
  '/https://evil.example/sales',
  '/sales@evil.example',
  '/.evil.example',
  '/rendez-vous///evil.example',
  '/rendez-vous/%2f%2fevil.example/..',
  '/rendez-vous/%0d%0aSet-Cookie:a',
  '/%00',
  '/404.',
  '/.git/',
  '*',
])('%s leads nowhere', (target) => {
  expect(correct(target)).toBeUndefined();
});

test('a path that is longer than any of ours is not looked at', () => {
  expect(correct(`/sales${'.'.repeat(2_042)}`)).toBe('/sales');
  expect(correct(`/sales${'.'.repeat(2_043)}`)).toBeUndefined();
});

test.each([
  ['http://exemple.ch/sales?a=1', { target: '/sales?a=1', host: 'exemple.ch' }],
  ['HTTPS://exemple.ch:8443', { target: '/', host: 'exemple.ch:8443' }],
  ['http://exemple.ch?a=1', { target: '/?a=1', host: 'exemple.ch' }],
  ['http://exemple.ch//evil.example', { target: '//evil.example', host: 'exemple.ch' }],
  ['/sales?next=http://exemple.ch/', { target: '/sales?next=http://exemple.ch/' }],
  ['*', { target: '*' }],
])('the target %s is read', (target, read) => {
  expect(originForm(target)).toEqual(read);
});
