import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';
import { databasePlaces } from './database-place.ts';
import { leadsCommand } from './leads-command.ts';
import { runLeads } from './leads-process.ts';
import { type SeededFolder, seededFolder } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/** The 5 s that are promised, and as much for a machine that is busy elsewhere. */
const NOTICED_MS = 10_000;

const run = (seeded: SeededFolder, args: readonly string[], input?: string) =>
  runLeads(args, { cwd: seeded.folder, ...(input !== undefined && { input }) });

test('JSON goes through another program unharmed', async () => {
  const seeded = await seededFolder();
  const listed = await run(seeded, ['list', '--json']);
  expect(listed.stdout).not.toContain('\u202e');
  expect(JSON.parse(listed.stdout).leads.at(-1)).toMatchObject(seeded.held);
});

test('./oui works from any folder, by a link as well, and a path is one of that folder', async () => {
  const seeded = await seededFolder();
  const folder = temporaryFolder();
  symlinkSync(resolve(import.meta.dirname, '../../oui'), join(folder, 'oui'));
  const oui = (...args: string[]) =>
    execFileSync(join(folder, 'oui'), args, {
      ...{ cwd: folder, encoding: 'utf8', env: { ...PROGRAM_ENVIRONMENT, ...seeded.environment } },
    });
  expect(oui('export', '--out', 'contacts.csv')).toContain(join(folder, 'contacts.csv'));
  expect(readFileSync(join(folder, 'contacts.csv'), 'utf8')).toContain(seeded.held.email);
  oui('backup', 'copie.sqlite');
  expect(readFileSync(join(folder, 'copie.sqlite'), 'latin1')).toContain(seeded.held.email);
});

test('erase asks the person at the terminal, and nothing of the erased stays in the files', async () => {
  const seeded = await seededFolder();
  const { delivered } = seeded;
  for (const input of ['', 'non\n']) {
    const refusal = await run(seeded, ['erase', delivered.email], input);
    expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('Rien n’a été effacé') });
  }
  expect(seeded.bytes()).toContain(delivered.email);
  expect((await run(seeded, ['erase', delivered.email], 'oui\n')).code).toBe(0);
  expect(seeded.bytes()).not.toContain(delivered.email);
  expect(seeded.bytes()).toContain(seeded.held.email);
});

test('what cannot be understood ends with 2, what is not there with 1', async () => {
  const seeded = await seededFolder();
  const unclear = await run(seeded, ['list', '--fly']);
  expect(unclear).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('./oui help') });
  const nobody = await run(seeded, ['show', '00000000']);
  expect(nobody).toMatchObject({ code: 1, stdout: expect.stringContaining('Aucun contact') });
});

test('without a database, or with one that is none, it says so and makes nothing', async () => {
  const seeded = await seededFolder();
  const elsewhere = await runLeads(['list'], { cwd: seeded.folder, environment: { DATA_DIR: './none' } });
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') });
  expect(() => statSync(join(seeded.folder, 'none'))).toThrow('ENOENT');
  writeFileSync(join(seeded.folder, 'leads.sqlite'), 'ceci n’est pas une base '.repeat(100));
  const broken = await runLeads(['list'], { cwd: seeded.folder, environment: { DATA_DIR: '.' } });
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') });
});

test.each(Object.entries(databasePlaces))(
  'beside a server on %s: it lists, and a retry is noticed within 5 s',
  async (_name, fresh) => {
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    fake.fail({ kind: 'status', status: 503 });
    const { environment, open } = await fresh();
    const server = await startServer({
      ...environment,
      ...airtableEnvironment(fake),
    });
    const lead = someLead();
    await postJson(server.url, lead);
    await fake.until(() => fake.requests[0]?.status !== undefined);
    const db = open();
    onTestFinished(() => db.destroy());
    const postpone = db
      .updateTable('outbox')
      .set({ due_at: Date.now() + 3_600_000 })
      .where('lease_owner', 'is', null)
      .where('attempts', '>', 0);
    const postponed = async () => (await postpone.executeTakeFirst()).numUpdatedRows;
    await expect.poll(postponed).toBe(1n);

    const options = { cwd: temporaryFolder(), environment };
    expect((await runLeads(['list'], options)).stdout).toContain('1 en attente');
    expect((await runLeads(['retry', lead.email], options)).code).toBe(0);
    const asked = performance.now();
    await fake.until(() => fake.records.length === 1);
    expect(performance.now() - asked).toBeLessThan(NOTICED_MS);
    await expect.poll(async () => (await leadsCommand(['list'], environment)).stdout).toContain('1 livré');
  },
);
