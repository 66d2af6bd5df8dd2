import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** What stands in an effect's code and in no other's, minified as it is. */
const MARKS = {
  fluid: 'OES_texture_half_float_linear',
  silk: 'uniform float time,amplitude,fold',
  sparkle: 'bezierCurveTo',
  night: '.0051',
} as const;

export type Weighed = keyof typeof MARKS;

/**
 * Bytes, as Brotli, of every script that a visitor gets for an effect: the file that holds it, and what that imports.
 * @param dist the built site
 * @throws Error when no file of it holds the effect
 */
export function weigh(dist: string, effect: Weighed): number {
  const folder = join(dist, '_astro');
  const codeOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const holders = scripts.filter((name) => codeOf(name).includes(MARKS[effect]));
  if (holders.length !== 1) throw new Error(`${effect}: ${holders.length} files of ${folder} hold it`);
  const needed = new Set(holders);
  for (const name of needed) {
    for (const [, imported = ''] of codeOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      needed.add(imported);
  }
  return [...needed].reduce((sum, name) => sum + brotliCompressSync(codeOf(name)).length, 0);
}
