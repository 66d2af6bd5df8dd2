import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { fakeEngine } from '../fakes/audit-engine.ts';
import { someBooking } from '../fakes/bookings.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { dayToCome } from '../support/day-to-come.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';
import { leadsCommand } from './leads-command.ts';
import { seededFolder, using } from './seeded-store.ts';

const root = join(import.meta.dirname, '../..');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const commands = [...runbook.matchAll(/`\.\/oui ([^`]+)`/g)].map(([, args = '']) => args.split(' '));

it('holds only commands over the leads that do what they say', async () => {
  const { folder, held, waiting } = await seededFolder();
  const backups = join(folder, 'sauvegardes');
  const exported = () => readdirSync(join(folder, 'data/exports'));
  for (const path of [backups, join(folder, 'avant')]) mkdirSync(path);
  const database = join(folder, 'data/leads.sqlite');
  const before = join(folder, 'avant/leads.sqlite');
  copyFileSync(database, before);
  /** Each command finds the leads as they were: what one has done, the next could not do again. */
  const asItWas = () => {
    for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    copyFileSync(before, database);
  };
  expect(commands.length).toBeGreaterThan(10);
  const DATABASE_URL = await migratedDatabase();
  const ask = (args: readonly string[]) =>
    leadsCommand(
      args.map((argument) =>
        argument
          .replace('claire@exemple.ch', args[0] === 'retry' ? waiting.email : held.email)
          .replace('2026-11-01', dayToCome())
          .replace('14:05', '2026-11-01T14:05')
          .replace('/var/lib/oui-48-backups', backups)
          .replace('/var/lib/oui-48', join(folder, 'data')),
      ),
      args[0] === 'import' ? { DATABASE_URL } : { DATA_DIR: join(folder, 'data') },
      'oui',
      fakeEngine().engine,
    );
  for (const args of commands) {
    if (args[0] !== 'show') asItWas();
    if (args[0] === 'resume') await ask(['pause']);
    if (args[0]?.endsWith('-calls')) await waits(database, held.email);
    const { code, stderr } = await ask(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    if (args.join() === 'export') expect(exported()).toHaveLength(1);
    if (args.join(' ') !== 'erase claire@exemple.ch') continue;
    expect(await ask(['show', held.email])).toMatchObject({ code: 1 });
    expect(exported()).toEqual([]);
  }
  expect(commands.map((args) => args.join(' '))).toContain('erase claire@exemple.ch');
  expect(readdirSync(backups)).toHaveLength(1);
});

async function waits(database: string, email: string): Promise<void> {
  const booking = someBooking(Date.now() + 86_400_000, { email, held: true });
  await using(openSqlite(database), (db) => bookingStore(db).insert(booking, Date.now()));
}

it('names a doctor that answers', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts/doctor.ts'), '--json'], {
    cwd: root,
    env: { ...PROGRAM_ENVIRONMENT, AIRTABLE_TOKEN: '', AIRTABLE_BASE_ID: '' },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code?: number; stdout: string };
  expect(code).toBe(1);
  expect(JSON.parse(stdout)[0]).toMatchObject({ weight: 'blocks' });
});
