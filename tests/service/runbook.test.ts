import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedDatabase } from '../postgres/shared.ts';
import { leadsCommand } from './leads-command.ts';
import { seededFolder } from './seeded-store.ts';

const root = join(import.meta.dirname, '../..');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const CSV = 'contacts.csv';
const statements = [...runbook.matchAll(/`sqlite3 data\/leads\.sqlite "([^"]+)"`/g)].map(
  ([, sql = '']) => sql,
);
const commands = [...runbook.matchAll(/`(?:DATABASE_URL= DATA_DIR=(\w+) )?npm run leads -- ([^`]+)`/g)].map(
  ([, dataDir = 'data', args = '']) => ({ dataDir, args: args.split(' ') }),
);

it('holds a statement for copies, and a copy made by it holds every lead', async () => {
  const { folder } = await seededFolder();
  // The others are for a copy that is put back: tests/fault/rows/backup.ts does that.
  expect(statements).toHaveLength(3);
  const raw = new DatabaseSync(join(folder, 'data/leads.sqlite'), { timeout: 5_000 });
  const copy = join(folder, 'copie.sqlite');
  raw.exec(statements[0]?.replace('copie.sqlite', copy) ?? '');
  raw.close();
  expect(existsSync(copy)).toBe(true);
  const copied = new DatabaseSync(copy, { readOnly: true });
  expect(copied.prepare('select count(*) as leads from leads').get()).toEqual({ leads: 4 });
  copied.close();
});

it('holds only commands over the leads that do what they say', async () => {
  const { folder, held } = await seededFolder();
  mkdirSync(join(folder, 'copie'));
  copyFileSync(join(folder, 'data/leads.sqlite'), join(folder, 'copie/leads.sqlite'));
  expect(commands.length).toBeGreaterThan(10);
  const DATABASE_URL = await sharedDatabase();
  const ask = (dataDir: string, args: readonly string[]) =>
    leadsCommand(
      args.map((argument) =>
        argument
          .replace('claire@exemple.ch', held.email)
          .replace(CSV, join(folder, CSV))
          .replace('./data', join(folder, 'data')),
      ),
      args[0] === 'import' ? { DATABASE_URL } : { DATA_DIR: join(folder, dataDir) },
      'oui',
    );
  for (const { dataDir, args } of commands) {
    const { code, stderr } = await ask(dataDir, args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  }
  for (const dataDir of ['data', 'copie'])
    expect(await ask(dataDir, ['show', held.email])).toMatchObject({ code: 1 });
  expect(existsSync(join(folder, CSV))).toBe(true);
});

it('names a doctor that answers', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'cli/doctor.ts'), '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH, AIRTABLE_TOKEN: '', AIRTABLE_BASE_ID: '' },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code?: number; stdout: string };
  expect(code).toBe(1);
  expect(JSON.parse(stdout)[0]).toMatchObject({ weight: 'blocks' });
});
