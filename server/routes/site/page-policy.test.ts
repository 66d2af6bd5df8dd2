import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { pagePolicy } from './page-policy.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const frames = [{ mark: 'data-booking-link', origin: 'https://rendez-vous.example' }];

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

it('opens what the page uses: a film, a form, a foreign frame', () => {
  const policy = pagePolicy('<a data-film="x"></a><form></form><a data-booking-link=""></a>', frames);
  for (const directive of ["media-src 'self'", "form-action 'self'", 'frame-src https://rendez-vous.example'])
    expect(policy).toContain(directive);
});
