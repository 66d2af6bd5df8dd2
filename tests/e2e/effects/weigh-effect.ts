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

/** What stands in the page's side of an effect that plays in a worker. */
const HANDED_OVER = 'transferControlToOffscreen()';

export type Weighed = keyof typeof MARKS;

/** Bytes, as Brotli. */
export interface Size {
  /** The effect with all that it needs to play. */
  readonly own: number;
  /** The helper that puts an effect into a worker, one for all of them; none for the others. */
  readonly helper: number;
}

/**
 * The scripts that a visitor gets for an effect: the file that holds it, and what that imports. Of one that plays in a
 * worker, the worker's file: the one for the page's own thread is for browsers whose workers cannot draw.
 * @param dist the built site
 * @throws Error when no file of it holds the effect, or more than one that a visitor gets
 */
export function weigh(dist: string, effect: Weighed): Size {
  const folder = join(dist, '_astro');
  const codeOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const holding = (mark: string) => scripts.filter((name) => codeOf(name).includes(mark));
  const all = holding(MARKS[effect]);
  const workers = all.filter((name) => name.includes('.worker'));
  const holders = workers.length > 0 ? workers : all;
  if (holders.length !== 1) throw new Error(`${effect}: ${holders.length} files of ${folder} hold it`);
  const needed = new Set(holders);
  for (const name of needed) {
    for (const [, imported = ''] of codeOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      needed.add(imported);
  }
  const bytes = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + brotliCompressSync(codeOf(name)).length, 0);
  return { own: bytes(needed), helper: workers.length > 0 ? bytes(holding(HANDED_OVER)) : 0 };
}
