import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locations } from '../locations.ts';
import { services } from '../services.ts';

/** The specification fixes these to the letter. */
const FIXED = [
  "Plus qu'une étape!",
  "Notre service d'accompagnement",
  'Oops! Page not found',
  "Oui, j'ai des clients potentiels",
  'Envoi en cours...',
  "Vous avez besoin d'une mise à jour",
  "Bougez votre curseur ou touchez l'écran pour voir l'effet",
];

const pages = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
const modules: [string, unknown][] = [
  ['locations.ts', locations],
  ['services.ts', services],
];
for (const file of pages) modules.push([file, await import(join(import.meta.dirname, file))]);

it.each(modules)('%s writes the apostrophes and the spaces of French', (_, module) => {
  for (const text of textsIn(module)) {
    if (FIXED.includes(text)) continue;
    expect(text).not.toMatch(/[^\u202f][?!;:»](\s|$)/);
    expect(text).not.toMatch(/«[^\u202f]/);
    expect(text).not.toMatch(/['"]| {2}|\.\.\./);
  }
});

/** Every text in `value`, with something in the place of what is put into it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsIn(value(...Array(value.length).fill('3')));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
