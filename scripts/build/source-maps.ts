import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Makes the source maps in a folder as small as stack traces need, since a start reads and keeps them: for each line of
 * our sources one position, and none for lines of packages.
 */
export function shrinkSourceMaps(dir: string): void {
  for (const name of globSync('*.map', { cwd: dir })) {
    const file = join(dir, name);
    writeFileSync(file, shrunk(readFileSync(file, 'utf8')));
  }
}

/**
 * Reduces one source map as `shrinkSourceMaps` does.
 * @param text a source map in JSON (version 3 of the format)
 * @returns the smaller source map, in JSON
 */
export function shrunk(text: string): string {
  const map = JSON.parse(text) as { readonly sources: readonly string[]; readonly mappings: string };
  const isPackages = (source: string) => source.includes('node_modules/');
  const lines = decode(map.mappings).map(([first]): [number, number, number, number][] => {
    const [, source = -1, line = 0, column = 0] = first ?? [];
    return isPackages(map.sources[source] ?? 'node_modules/') ? [] : [[0, source, line, column]];
  });
  const sources = map.sources.map((source) => (isPackages(source) ? '' : source));
  return JSON.stringify({ ...map, sources, names: [], mappings: encode(lines) });
}
