import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Invocation } from './command.ts';
import { exportLeads } from './export.ts';

test('a file that git would keep is not written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init', '--quiet', folder]);
  const out = join(folder, 'contacts.csv');
  const run = () => {
    async function* pages() {
      yield [];
    }
    const config = { dataDir: folder };
    const store = { reader: { pages } };
    const invocation = { config, store, json: false, values: { out }, output: { line() {} } };
    return exportLeads.run(invocation as unknown as Invocation);
  };
  await expect(run()).rejects.toThrow('dans un dépôt git');
  expect(existsSync(out)).toBe(false);
  writeFileSync(join(folder, '.gitignore'), 'contacts.csv\n');
  await run();
  expect(existsSync(out)).toBe(true);
});

test('nothing stays of a file that could not be finished, so that the same command can be run again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'contacts.csv');
  async function* pages() {
    yield [];
    throw new Error('the database is gone');
  }
  const invocation = { store: { reader: { pages } }, json: false, values: { out } } as unknown as Invocation;
  await expect(exportLeads.run(invocation)).rejects.toThrow('the database is gone');
  expect(existsSync(out)).toBe(false);
});
