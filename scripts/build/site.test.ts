import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { islandLines } from './site.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'islands-'));
  mkdirSync(join(dir, '_astro'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('the build prints the weight of each island, in French', () => {
  writeFileSync(join(dir, 'Clock.island.tsx'), '// Island because it ticks.\nexport {};\n');
  writeFileSync(join(dir, '_astro/Clock.island.abc.js'), 'tick()'.repeat(400));
  const [line, ...others] = islandLines(dir, dir);
  expect(line).toMatch(/^Îlot Clock\.island : 0 ko, 0 ko avec React\.$/);
  expect(others).toEqual([]);
});

it('an island without its reason is refused', () => {
  writeFileSync(join(dir, 'Clock.island.tsx'), 'export {};\n');
  expect(() => islandLines(dir, dir)).toThrow('Clock.island.tsx');
});

it('every island of the site has its reason, without which no build ends', () => {
  expect(islandLines(join(import.meta.dirname, '../../site/islands'), dir).length).toBeGreaterThan(3);
});
