import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const css = ['agency', 'caterer']
  .map((house) => readFileSync(join(import.meta.dirname, `${house}-fallback-fonts.css`), 'utf8'))
  .join('');

const FONTS = {
  'agency-display': '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  'agency-text': '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'caterer-display': '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
  'caterer-text': '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2',
} as const;

it.each(Object.entries(FONTS))('has a fallback for %s of the same height', (name, file) => {
  const font = create(readFileSync(join(root, 'node_modules', file)));
  const rules = [...css.matchAll(/@font-face \{[^}]+\}/g)]
    .map(([rule]) => rule)
    .filter((rule) => rule.includes(name));
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) {
    const percent = (property: string) => Number(new RegExp(`${property}: ([\\d.]+)%`).exec(rule)?.[1]) / 100;
    const adjust = percent('size-adjust');
    expect(percent('ascent-override') * adjust).toBeCloseTo(font.ascent / font.unitsPerEm, 3);
    expect(percent('descent-override') * adjust).toBeCloseTo(-font.descent / font.unitsPerEm, 3);
    expect(font.lineGap).toBe(0);
  }
});
