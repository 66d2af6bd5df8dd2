import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withMap } from './architecture-map.ts';
import { brokenPromises } from './docs-check.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docs-'));
  await mkdir(join(dir, 'docs'));
  await writeFile(join(dir, 'package.json'), '{"scripts":{"start":"","dev":""}}');
  await writeFile(
    join(dir, 'README.md'),
    '# Hello, you\n`npm start`, `npm run dev`, [a](docs/a.md), [here](#hello-you), [web](https://example.org)\n',
  );
  await writeFile(
    join(dir, 'docs/a.md'),
    'npm test, `npm run fly`, [up](../README.md#hello-you), [no](b.md), [no](../README.md#bye), <img src="c.png">, `docs/a.md`, `site/gone.ts`, `docs/b.ts`, `lost`, `docs/b.ts`, `kept`\n',
  );
  await writeFile(join(dir, 'docs/b.ts'), 'export function kept() {}');
});
afterAll(() => rm(dir, { recursive: true }));

it('a command, link, file or function that is not there is named', () => {
  expect(brokenPromises(dir)).toEqual([
    'CONTRIBUTING.md: is missing',
    'docs/a.md: package.json has no script “test”',
    'docs/a.md: package.json has no script “fly”',
    'docs/a.md: nothing at b.md',
    'docs/a.md: nothing at ../README.md#bye',
    'docs/a.md: nothing at c.png',
    'docs/a.md: nothing at site/gone.ts',
    'docs/a.md: docs/b.ts has no lost',
  ]);
});

it('this repository holds what its documents promise', () => {
  expect(brokenPromises(join(import.meta.dirname, '..'))).toEqual([]);
});

it('docs/architecture.md lists the addresses and tables there are; node scripts/architecture-map.ts writes them', async () => {
  const document = await readFile(join(import.meta.dirname, '../docs/architecture.md'), 'utf8');
  expect(document).toBe(await withMap(document));
  expect(document).toContain('`POST /api/leads`');
  expect(document).toContain('- `outbox` (');
});
