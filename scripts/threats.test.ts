import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const threats = readFileSync(join(root, 'docs/threats.md'), 'utf8');

it('each threat that is met names its tests, and every named test exists', () => {
  const rows = threats.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file),
  );
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const untested = rows.filter((row) => !row.includes('.test.ts`')).map((row) => row.split('|')[1]?.trim());
  expect(untested).toEqual(['3.5.4', '12.3.1, 12.3.2']);
});
