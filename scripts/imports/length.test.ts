import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = '{site,server,cli,domain,content,scripts,bench}/**/*.{ts,tsx,astro,css,mjs,js,html}';
/** Texts of law are one document a file, however long. */
const DOCUMENTS = 'content/legal/';
const TOO_LONG = 300;

test('no source file is longer than somebody reads at once', () => {
  const files = globSync(SOURCES).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith(DOCUMENTS),
  );
  expect(files.length).toBeGreaterThan(500);
  const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
  expect(files.filter((file) => lines(file) > TOO_LONG)).toEqual([]);
});
