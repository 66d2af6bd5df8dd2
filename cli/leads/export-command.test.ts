import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newEpoch, removeOldExports } from '#server/leads/erasure/exports.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import type { Invocation } from './command.ts';
import { exportCommand } from './export-command.ts';

/** Runs the command over an empty database of its own. @param pages what stands in for the leads, with that database */
async function exporting(
  out: string | undefined,
  pages: (db: Database) => AsyncIterable<readonly OperatorLead[]> = async function* () {},
) {
  const db = openSqlite(':memory:');
  onTestFinished(() => db.destroy());
  await migrate(db);
  const dataDir = temporary();
  const lines: string[] = [];
  const invocation = {
    ...{ config: { dataDir }, json: false, values: { out }, now: () => 0 },
    store: { db, reader: { pages: () => pages(db) } },
    output: { line: (text: string) => lines.push(text) },
  };
  await exportCommand.run(invocation as unknown as Invocation);
  return { db, dataDir, lines };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a file that git would track is not written', async () => {
  const folder = temporary();
  const out = join(folder, 'contacts.csv');
  execFileSync('git', ['init', '--quiet', folder]);
  await expect(exporting(out)).rejects.toThrow('dans un dépôt git');
  expect(existsSync(out)).toBe(false);
  writeFileSync(join(folder, '.gitignore'), 'contacts.csv\n');
  await exporting(out);
  expect(existsSync(out)).toBe(true);
});

test('an unfinished file is deleted, so that the same command can be run again', async () => {
  const out = join(temporary(), 'contacts.csv');
  const failing = async function* () {
    yield [];
    throw new Error('the database is gone');
  };
  await expect(exporting(out, failing)).rejects.toThrow('the database is gone');
  expect(existsSync(out)).toBe(false);
});

test('an export is repeated when an erasure happens meanwhile, and given up after five times', async () => {
  for (const out of [undefined, join(temporary(), 'contacts.csv')]) {
    let times = 0;
    const { dataDir, lines, db } = await exporting(out, async function* (db) {
      times += 1;
      yield [];
      if (times < 3) await db.executeQuery(newEpoch(db));
    });
    expect([times, lines.length]).toEqual([3, 1]);
    expect(readdirSync(out === undefined ? join(dataDir, 'exports') : dirname(out))).toHaveLength(1);
    expect(await removeOldExports(db, dataDir)).toEqual({ deleted: [], left: [] });
  }
  const out = join(temporary(), 'contacts.csv');
  const endless = async function* (db: Database) {
    yield [];
    await db.executeQuery(newEpoch(db));
  };
  await expect(exporting(out, endless)).rejects.toThrow('pendant l’export');
  expect(existsSync(out)).toBe(false);
});
