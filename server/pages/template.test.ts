import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OWN_PAGE } from '#domain/own-page.ts';
import { readTemplate, templateOf } from './template.ts';

const [STEP, END] = OWN_PAGE.step;
const DOCUMENT = `<title>${OWN_PAGE.title}</title><style>p{}</style>${STEP}<ol>2</ol>${END}<main>${OWN_PAGE.main}</main>`;

test('the server’s words stand in the template, the title as text, whatever they are', () => {
  const { page } = templateOf(DOCUMENT);
  expect(page({ title: '<i>', main: '<p>$& %TITLE%</p>' })).toBe(
    '<title>&lt;i&gt;</title><style>p{}</style><main><p>$& %TITLE%</p></main>',
  );
  expect(page({ title: 'x', main: '', isStep: true })).toContain('<ol>2</ol><main>');
});

test('its policy knows its styles and lets nothing run', () => {
  const hash = createHash('sha256').update('p{}').digest('base64');
  expect(templateOf(DOCUMENT).policy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
});

test('it is read beside the built site; without one the words stand alone, and ask nothing of anybody', () => {
  const dir = mkdtempSync(join(tmpdir(), 'template-'));
  try {
    const bare = readTemplate(dir).page({ title: 'Erreur', main: '<h1>Erreur</h1>' });
    expect(bare).toContain('<html lang="fr-CH">');
    expect(bare).toContain('<main><h1>Erreur</h1></main>');
    expect(bare).not.toMatch(/https?:|src=|<link|url\(|%/);
    writeFileSync(join(dir, OWN_PAGE.file), DOCUMENT);
    expect(readTemplate(dir).page({ title: '', main: '' })).toContain('<style>p{}</style>');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
