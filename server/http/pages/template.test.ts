import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { OWN_PAGE } from '#domain/own-page.ts';
import { readTemplate, templateOf } from './template.ts';

const steps = Object.entries(OWN_PAGE.step).map(
  ([number, [begins, ends]]) => `${begins}<ol data-steps="">${number}</ol>${ends}`,
);
const DOCUMENT = `<title>${OWN_PAGE.title}</title><style>p{}</style>${steps.join('')}<main>${OWN_PAGE.main}</main>`;

test('the server’s words stand in the template, the title as text, whatever they are', () => {
  const { page } = templateOf(DOCUMENT);
  expect(page({ title: '<i>', main: createElement('p', null, '$$ %TITLE%') })).toBe(
    '<title>&lt;i&gt;</title><style>p{}</style><main><p>$$ %TITLE%</p></main>',
  );
  expect(page({ title: 'x', main: '', step: 2 })).toContain('</style><ol data-steps="">2</ol><main>');
  expect(page({ title: 'x', main: '', step: 3, isAsked: true })).toContain(
    '</style><ol data-steps="asked">3</ol><main>',
  );
});

test('its policy knows its styles and its script, and lets nothing else run', () => {
  const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = (script: string) =>
    `default-src 'none'; style-src ${hashed('p{}')}; script-src ${script}; connect-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  expect(templateOf(DOCUMENT).policy).toBe(policy("'none'"));
  const withScript = templateOf(`${DOCUMENT}<script type="module">go()</script>`);
  expect(withScript.policy).toBe(policy(hashed('go()')));
});

test('it is read beside the built site; without one the words stand alone, and ask nothing of anybody', () => {
  const dir = mkdtempSync(join(tmpdir(), 'template-'));
  try {
    const bare = readTemplate(dir).page({ title: 'Erreur', main: createElement('h1', null, 'Erreur') });
    expect(bare).toContain('<html lang="fr-CH">');
    expect(bare).toContain('<main><h1>Erreur</h1></main>');
    expect(bare).not.toMatch(/https?:|src=|<link|url\(|%/);
    writeFileSync(join(dir, OWN_PAGE.file), DOCUMENT);
    expect(readTemplate(dir).page({ title: '', main: '' })).toContain('<style>p{}</style>');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
