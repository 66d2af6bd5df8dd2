import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** Which territory may import which, beside itself; the product never imports what only builds, measures or tests it. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  content: ['domain'],
  'site/effects': [],
  site: ['domain', 'content', 'site/effects'],
  server: ['domain', 'content', 'site'],
  cli: ['domain', 'content', 'server'],
  scripts: ['domain', 'content', 'site', 'site/effects', 'server'],
  tests: ['domain', 'content', 'site', 'site/effects', 'server', 'cli', 'scripts'],
  bench: ['domain', 'content', 'site', 'site/effects', 'server', 'scripts', 'tests'],
};

/** The server from its ground up: a folder may import from those above it in this list, and from itself. */
export const SERVER_LAYERS = [
  'server/fields',
  'server/system',
  'server/config',
  'server/store',
  'server/queue',
  'server/outgoing',
  'server/http',
  'server/destinations',
  'server/outbox',
  'server/visits',
  'server/messages',
  'server/bookings',
  'server/audits',
  'server/leads',
  'server/copy',
  'server/site',
  'server/metrics',
  'server/retention',
  'server/desk',
  'server/start',
  'server',
] as const;

/** Files, or folders, and what each of them imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const SOURCES = '{domain,content,site,server,cli,scripts,bench,tests}/**/*.{ts,tsx,astro}';

/** What the files of a repository import of each other, types included. Tests are left out: they may import anything. */
export function importsIn(root: string): Graph {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.(test\.tsx?|d\.ts)$/.test(file));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
}

/** The same between the folders that hold the files. */
export function betweenFolders(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = dirname(file);
    const known = folders.get(folder) ?? new Set();
    for (const target of targets) if (dirname(target) !== folder) known.add(dirname(target));
    folders.set(folder, known);
  }
  return folders;
}

/**
 * The circles of a graph: its strongly connected components of more than one node, by Tarjan's algorithm
 * (https://doi.org/10.1137/0201010), each in alphabetical order.
 */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    open.push(node);
    let low = own;
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? own);
    }
    lowest.set(node, low);
    if (low === own) {
      const component = open.splice(open.indexOf(node));
      if (component.length > 1) circles.push(component.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles.toSorted();
}

function importsOf(file: string, text: string): Set<string> {
  const code = file.endsWith('.astro') ? scriptsOf(text) : text;
  const specifiers = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  return new Set(
    specifiers.flatMap((specifier) => {
      if (specifier.startsWith('#')) return [specifier.slice(1)];
      return specifier.startsWith('.') ? [normalize(join(dirname(file), specifier))] : [];
    }),
  );
}

/** The code of an Astro file: what is between its fences, and its scripts. */
function scriptsOf(text: string): string {
  const [, front = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  return [front, ...scripts].join('\n');
}

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
