import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { lockDatabase } from '#server/store/sqlite/server-lock.ts';
import { someLead } from '../fakes/leads.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { leadsCommand } from './leads-command.ts';
import { runLeads, spawnLeads } from './leads-process.ts';
import { seededFolder } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function target() {
  const url = await migratedDatabase();
  const db = openGiven(url);
  onTestFinished(() => db.destroy());
  await migrate(db);
  return { db, environment: { DATABASE_URL: url } };
}

test('import: every lead once, verified; a second time nothing changes; then the same commands work there', async () => {
  const { environment, db } = await target();
  const seeded = await seededFolder();
  const from = ['import', '--from', join(seeded.folder, 'data')];
  const first = await leadsCommand(from, environment);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('4 contacts dans');
  expect(first.stdout).toContain('Vérifié en relisant les deux bases');
  const rows = () => db.selectFrom('outbox').selectAll().orderBy('lead_id').execute();
  const before = await rows();
  const again = await leadsCommand([...from, '--json'], environment);
  expect(JSON.parse(again.stdout)).toEqual({
    read: 4,
    added: 0,
    present: 4,
    caughtUp: 0,
    differing: { absent: [], content: [], delivery: [] },
  });
  expect(await rows()).toEqual(before);
  const { stdout } = await leadsCommand(['list', '--json'], environment);
  expect(JSON.parse(stdout).counts).toEqual({ delivered: 1, waiting: 1, refused: 1, held: 1 });
});

test('import names what differs and leaves both as they are', async () => {
  const { environment, db } = await target();
  const seeded = await seededFolder();
  await leadWriter(db).insert({ ...seeded.held, name: 'Somebody else' }, 1);
  const { code, stdout } = await leadsCommand(['import', '--from', join(seeded.folder, 'data')], environment);
  expect(code).toBe(1);
  expect(stdout).toContain(seeded.held.id);
  expect(stdout).not.toContain('Vérifié');
});

test('import refuses without a target, without a source, and while a server holds the source', async () => {
  const { environment, db } = await target();
  const seeded = await seededFolder();
  const data = join(seeded.folder, 'data');
  const said = async (from: string, settings: Readonly<Record<string, string>>) => {
    const { code, stderr } = await leadsCommand(['import', '--from', from], settings);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await said(data, {})).toContain('DATABASE_URL');
  expect(await said(seeded.folder, environment)).toContain('leads.sqlite');
  const letGo = lockDatabase(join(data, 'leads.sqlite'));
  expect(await said(data, environment)).toContain('déjà utilisée par un autre serveur');
  letGo();
  expect(await db.selectFrom('leads').selectAll().execute()).toEqual([]);
});

test('import, killed in the middle and run again, neither loses nor doubles a lead', async () => {
  const { environment, db } = await target();
  const folder = temporaryFolder();
  const source = openSqlite(join(folder, 'data/leads.sqlite'));
  await migrate(source);
  const leads = Array.from({ length: 2_000 }, () => someLead());
  await source.transaction().execute(async (tx) => {
    for (const { userId: user_id, ...lead } of leads) {
      await tx
        .insertInto('leads')
        .values({ ...lead, user_id, created_at: 1 })
        .execute();
      await tx.insertInto('outbox').values({ lead_id: lead.id, due_at: 1 }).execute();
    }
  });
  await source.destroy();
  const count = async () => (await db.selectFrom('leads').select('id').execute()).length;

  // Somebody else writes the same lead and does not finish: the third batch waits for them.
  const inTheWay = leads.map(({ id }) => id).sort()[1_200] ?? '';
  const other = await db.startTransaction().execute();
  const row = {
    id: inTheWay,
    name: 'n',
    email: 'e',
    user_id: 'u',
    url: 'u',
    status: 'Cold',
    created_at: 1,
  } as const;
  await other.insertInto('leads').values(row).execute();
  const { child, ended } = spawnLeads(['import', '--from', 'data'], { cwd: folder, environment });
  await expect.poll(count).toBe(1_000);
  child.kill('SIGKILL');
  await ended;
  await other.rollback().execute();
  expect(await count()).toBe(1_000);

  const { code } = await runLeads(['import', '--from', 'data'], { cwd: folder, environment });
  expect(code).toBe(0);
  const stored = await db
    .selectFrom('leads')
    .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
    .select('id')
    .execute();
  expect(stored.map(({ id }) => id).sort()).toEqual(leads.map(({ id }) => id).sort());
});
