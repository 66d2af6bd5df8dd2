import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  betweenFolders,
  circlesOf,
  forbiddenIn,
  type Graph,
  importsIn,
  SERVER_LAYERS,
} from './import-graph.ts';

const files = importsIn('.');

test('there is no circle of imports among files or folders', () => {
  expect(files.size).toBeGreaterThan(500);
  expect(circlesOf(files)).toEqual([]);
  expect(circlesOf(betweenFolders(files))).toEqual([]);
});

test('every import follows the directions that the tables allow', () => {
  expect(forbiddenIn(files)).toEqual([]);
});

test('the list of layers names each folder of the server once', () => {
  expect(SERVER_LAYERS.toSorted()).toEqual(['server', ...globSync('server/*/').toSorted()]);
});

test('a circle is found over any number of files, and between folders without one of files', () => {
  const made = graph({
    'a/one.ts': ['a/two.ts', 'b/x.ts'],
    'a/two.ts': ['a/three.ts'],
    'a/three.ts': ['a/one.ts'],
    'b/x.ts': [],
    'b/y.ts': ['a/two.ts'],
    'c/z.ts': ['b/y.ts', 'a/one.ts'],
  });
  expect(circlesOf(made)).toEqual([['a/one.ts', 'a/three.ts', 'a/two.ts']]);
  expect(circlesOf(betweenFolders(made))).toEqual([['a', 'b']]);
});

test('imports in forbidden directions are named', () => {
  const made = graph({
    'server/store/leads/x.ts': ['server/leads/routes/y.ts', 'server/store/database.ts'],
    'server/leads/routes/y.ts': ['server/store/database.ts', 'domain/lead.ts'],
    'domain/lead.ts': ['server/app.ts'],
  });
  expect(forbiddenIn(made)).toEqual([
    'domain/lead.ts > server/app.ts',
    'server/store/leads/x.ts > server/leads/routes/y.ts',
  ]);
});

function graph(imports: Record<string, readonly string[]>): Graph {
  return new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));
}
