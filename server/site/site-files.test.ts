import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { pagePolicy } from './site-files.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const frames = [{ need: 'booking' as const, origin: 'https://rendez-vous.example' }];

it('allows a page of words and styles its own files and nothing else', () => {
  const policy = pagePolicy('<style>p{}</style><p style>Bonjour</p>', frames);
  expect(policy).toBe(
    `default-src 'none'; style-src 'self' ${hashOf('p{}')}; img-src 'self'; font-src 'self'; ` +
      "connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

it('names inline scripts by their hash, each once, and leaves data out', () => {
  const html =
    '<script>a()</script><script type="module" src="/x.js"></script><script>a()</script>' +
    '<script type="application/ld+json">{"a":1}</script><script type="speculationrules">{}</script>';
  expect(pagePolicy(html, frames)).toContain(`script-src 'self' ${hashOf('a()')} ${hashOf('{}')};`);
});

it('opens what the page declares, and nothing for what it merely says: a film, a form, a foreign frame', () => {
  const page = '<a data-film="x">Le film</a><form></form><a data-booking-link="">booking</a>';
  const opened = ["media-src 'self'", "form-action 'self'", 'frame-src https://rendez-vous.example'];
  for (const directive of opened) {
    expect(pagePolicy(`<meta name="needs" content="form film booking">${page}`, frames)).toContain(directive);
    expect(pagePolicy(page, frames)).not.toContain(directive);
  }
});

it('refuses a page whose need nobody knows', () => {
  expect(() => pagePolicy('<meta name="needs" content="form flim">', frames)).toThrow('flim');
});
