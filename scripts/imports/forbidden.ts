import { dirname } from 'node:path';
import { SERVER_LAYERS, TERRITORIES } from './directions.ts';
import type { Graph } from './graph.ts';

/** The imports that run in a direction that no table allows, as `file > file`. */
export function forbiddenIn(files: Graph): string[] {
  return [...files]
    .flatMap(([file, targets]) => [...targets].map((target) => [file, target] as const))
    .filter(([file, target]) => !isAllowed(file, target))
    .map(([file, target]) => `${file} > ${target}`)
    .toSorted();
}

function isAllowed(file: string, target: string): boolean {
  const from = longest(Object.keys(TERRITORIES), file);
  const to = longest(Object.keys(TERRITORIES), target);
  if (from === undefined || to === undefined) return true;
  if (from !== to) return TERRITORIES[from]?.includes(to) ?? false;
  if (from !== 'server') return true;
  const layer = (path: string) =>
    (SERVER_LAYERS as readonly string[]).indexOf(longest(SERVER_LAYERS, path) ?? '');
  return layer(target) <= layer(file);
}

/** The longest of some folders that a file lies in. */
function longest(folders: readonly string[], file: string): string | undefined {
  const folder = `${dirname(file)}/`;
  return folders.filter((one) => folder.startsWith(`${one}/`)).toSorted((a, b) => b.length - a.length)[0];
}
