import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { startProcess, workingFolder } from '../service/server-process.ts';
import { postJson, someLead } from '../service/test-server.ts';

/** The target is 2 s on a machine at rest (docs/runbook.md); this one runs other tests beside it. */
const LONGEST_MS = 8_000;
const PAUSE_MS = 100;

const RELEASED = join(import.meta.dirname, '../fixtures/released/sqlite.sql');

/** Puts the rows into a database as commit be7b0375 has made it, as if that version had been running until now. */
function asReleased(dataDir: string): void {
  const [file, newer] = [join(dataDir, 'leads.sqlite'), join(dataDir, 'newer.sqlite')];
  const now = new DatabaseSync(file);
  now.exec('pragma wal_checkpoint(truncate)');
  now.close();
  renameSync(file, newer);
  const db = new DatabaseSync(file);
  db.exec(`${readFileSync(RELEASED, 'utf8')} pragma foreign_keys = off; attach '${newer}' as newer`);
  const columns = (schema: string, table: string) =>
    db
      .prepare(`select name from pragma_table_info(?, '${schema}')`)
      .all(table)
      .map(({ name }) => `${name}`);
  const tables = db.prepare(
    "select name from newer.sqlite_master where type = 'table' and name not like 'kysely%'",
  );
  for (const { name } of tables.all()) {
    const shared = columns('main', `${name}`).filter((column) =>
      columns('newer', `${name}`).includes(column),
    );
    const list = shared.map((column) => `"${column}"`).join();
    if (list !== '')
      db.exec(`insert or replace into main."${name}" (${list}) select ${list} from newer."${name}"`);
  }
  db.close();
  rmSync(newer);
}

test('an update from the last release: its downtime; what was accepted is neither lost nor doubled', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const folder = await workingFolder();
  const environment = {
    PORT: String(await freePort()),
    LEADS_PER_MINUTE: '100000',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...airtableEnvironment(fake),
  };
  const before = startProcess(folder, environment);
  const url = await before.opened;

  let [over, last, longest] = [false, performance.now(), 0];
  const accepted: ReturnType<typeof someLead>[] = [];
  const unanswered: typeof accepted = [];
  const coming = (async () => {
    while (!over) {
      const lead = someLead();
      const status = await postJson(url, lead).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 201) {
        accepted.push(lead);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      } else if (unanswered.length < 5) unanswered.push(lead);
      await after(PAUSE_MS);
    }
  })();
  await expect.poll(() => accepted.length).toBeGreaterThan(4);
  before.child.kill('SIGTERM');
  expect((await before.ended).code).toBe(0);
  asReleased(join(folder, 'data'));
  await startProcess(folder, environment).opened;
  const atStart = accepted.length;
  await expect.poll(() => accepted.length).toBeGreaterThan(atStart + 4);
  over = true;
  await coming;
  console.log(`Downtime of an update: ${(longest / 1_000).toFixed(2)} s`);
  expect(longest).toBeLessThan(LONGEST_MS);

  // What was not answered, its browser sends again: under the same id.
  for (const lead of [...accepted.slice(-3), ...unanswered])
    expect((await postJson(url, lead)).status).toBeLessThan(300);
  const wanted = [...accepted, ...unanswered].map(({ email }) => email);
  const arrived = () => fake.records.map(({ fields }) => fields.Email);
  await expect.poll(() => arrived().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted.length);
  expect(arrived().toSorted()).toEqual(wanted.toSorted());
});
