import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openSqlite } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const statements = [...runbook.matchAll(/`sqlite3 (?:-readonly )?data\/leads\.sqlite "([^"]+)"`/g)].map(
  ([, sql = '']) => sql,
);

it('holds only statements that the database understands', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'leads.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();

  expect(statements).toHaveLength(3);
  const copy = join(folder, 'copie.sqlite');
  const raw = new DatabaseSync(file);
  for (const sql of statements) raw.exec(sql.replace('copie.sqlite', copy));
  raw.close();
  expect(existsSync(copy)).toBe(true);
});

it('erases a person as it says, the outbox row included', async () => {
  const file = join(temporaryFolder(), 'leads.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  for (const [id, email] of [
    ['1', 'x@exemple.ch'],
    ['2', 'y@exemple.ch'],
  ] as const) {
    const lead = { id, name: 'n', email, user_id: 'u', url: 'u', status: 'Cold' as const, created_at: 0 };
    await db.insertInto('leads').values(lead).execute();
    await db.insertInto('outbox').values({ lead_id: id, destination: 'airtable', due_at: 0 }).execute();
  }
  await db.destroy();
  const raw = new DatabaseSync(file);
  raw.exec(statements.find((sql) => sql.includes('delete')) ?? '');
  const left = raw.prepare('select email, lead_id from leads left join outbox on lead_id = id').all();
  raw.close();
  expect(left).toEqual([{ email: 'y@exemple.ch', lead_id: '2' }]);
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
