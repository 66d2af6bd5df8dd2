import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { precompress } from './precompress.ts';

test('text files get a smaller compressed twin; other files get none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'precompress-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const page = '<p>Bonjour</p>'.repeat(100);
  mkdirSync(join(dir, 'sales'));
  writeFileSync(join(dir, 'sales', 'index.html'), page);
  writeFileSync(join(dir, 'tiny.txt'), 'a');
  writeFileSync(join(dir, 'film.mp4'), page);

  expect(await precompress(dir)).toBe(1);
  const twin = readFileSync(join(dir, 'sales', 'index.html.br'));
  expect(brotliDecompressSync(twin).toString()).toBe(page);
  expect(twin.length).toBeLessThan(page.length);
  expect(existsSync(join(dir, 'tiny.txt.br'))).toBe(false);
  expect(existsSync(join(dir, 'film.mp4.br'))).toBe(false);
});
