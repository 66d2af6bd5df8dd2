import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { removeErasedMails } from '#server/leads/erasure/erased-mails.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { idAfter, mailId } from '#server/messages/ids.ts';
import { startFileCleaning } from '#server/retention/start-file-cleaning.ts';
import { startRetention } from '#server/retention/start-retention.ts';
import type { Database, DatabaseFiles } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import { manualClock } from '../fakes/clock.ts';
import { fill } from '../fakes/fill.ts';
import { someLeads } from '../fakes/leads.ts';
import { leadsCommand } from './leads-command.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startServer } from './test-server.ts';

const OLD = Date.parse('2024-01-10T08:00:00Z');
const LATER = OLD + 800 * 86_400_000;
const PEOPLE = 14;

/** Of which of these people anything stands in any file of the folder, in the log of the database as well. @returns addresses */
function found(folder: string, people: readonly Lead[]): string[] {
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
  return people
    .filter(({ id, email, userId }) => [id, email, userId].some((words) => bytes.includes(words)))
    .map(({ email }) => email);
}

/** As a server names its mails: the id is kept after the erasure, and says nothing of the lead. */
const mailIdOf = (leadId: string) => mailId(idAfter(leadId, 'owner-lead'), 'nous@exemple.ch');

/** So many people among so many others that the pages they stand on were split, before and after they came. */
async function grown(db: Database, people: readonly Lead[], at: number, now = at): Promise<void> {
  await migrate(db);
  await fill(db, { delivered: 1_500, held: 0, now });
  for (const lead of people) await leadWriter(db).insert(lead, at);
  await db
    .insertInto('messages')
    .values(
      people.map(({ id }) => ({
        id: mailIdOf(id),
        ...({ kind: 'owner-lead', channel: 'mail', recipient: 'owner', state: 'sent' } as const),
        ...{ lead_id: id, created_at: at, due_at: at, sent_at: at },
      })),
    )
    .execute();
  // Each with its record, as a server leaves them: for one without, erasing would keep the address for a search.
  await db
    .updateTable('outbox')
    .set({
      ...{ state: 'delivered', delivered_at: at, tell_since: null },
      remote_id: sql`coalesce(remote_id, 'recPerson' || rowid)`,
    })
    .execute();
  await fill(db, { delivered: 1_500, held: 0, now, after: 1_500 });
}

/** As the version before this one: what it deletes stays in the file, and nothing says that it does not. */
async function byVersionBefore(file: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openSqlite(file);
  await sql`pragma secure_delete = off`.execute(db);
  await sql`pragma user_version = 0`.execute(db);
  await work(db);
  await db.destroy();
}

function mailsAbout(folder: string, people: readonly Lead[]): void {
  mkdirSync(join(folder, 'mail', 'new'), { recursive: true });
  for (const { id, email } of people)
    writeFileSync(join(folder, 'mail', 'new', `${mailIdOf(id)}.eml`), email);
}

test('who was erased is in no file of the data folder, those whom the version before erased neither', async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'leads.sqlite');
  const people = someLeads(2 * PEOPLE);
  const [before, now] = [people.slice(0, PEOPLE), people.slice(PEOPLE)];
  await byVersionBefore(file, async (db) => {
    await grown(db, people, Date.now());
    await operatorWriter(db).erase(before.map(({ id }) => id));
  });
  mailsAbout(dataDir, now);
  expect(found(dataDir, before)).not.toEqual([]);

  const server = await startServer({ DATA_DIR: dataDir });
  expect(found(dataDir, before)).toEqual([]);
  for (const { email } of now) {
    const { code, stdout } = await leadsCommand(['erase', email, '--yes', '--json'], { DATA_DIR: dataDir });
    expect({ code, scrubbed: JSON.parse(stdout).scrubbed }).toEqual({ code: 0, scrubbed: true });
  }
  expect(found(dataDir, people)).toEqual([]);
  await server.stop();
  expect(found(dataDir, people)).toEqual([]);
});

test('a copy that nobody serves is rid of them by the command', async () => {
  const dataDir = temporaryFolder();
  const people = someLeads(PEOPLE);
  const [first] = people as [Lead];
  await byVersionBefore(join(dataDir, 'leads.sqlite'), async (db) => {
    await grown(db, people, Date.now());
    await operatorWriter(db).erase(people.slice(1).map(({ id }) => id));
  });
  expect(found(dataDir, people).length).toBeGreaterThan(1);
  await leadsCommand(['erase', first.email, '--yes'], { DATA_DIR: dataDir });
  expect(found(dataDir, people)).toEqual([]);
});

test('whose retention has ended is in no file either', async () => {
  const dataDir = temporaryFolder();
  const people = someLeads(PEOPLE);
  const filling = openSqlite(join(dataDir, 'leads.sqlite'));
  await grown(filling, people, OLD, LATER);
  await filling.destroy();
  mailsAbout(dataDir, people);
  const db = await openThreaded(join(dataDir, 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  expect(found(dataDir, people)).toHaveLength(PEOPLE);
  const clock = manualClock(LATER);
  const log = pino({ level: 'silent' });
  const retention = startRetention({ db, clock, log, months: 24, wake: () => {} });
  onTestFinished(async () => {
    const stopped = retention.stop();
    clock.advance(1);
    await stopped;
  });
  while ((await clock.idle()) !== 86_400_000) clock.advance(60_000);
  await removeErasedMails(db, dataDir, 0);
  expect(found(dataDir, people)).toEqual([]);
});

test('a large file is written anew at three in the morning, once; the log is emptied every night', async () => {
  const clock = manualClock(Date.parse('2026-11-23T14:00:00Z'));
  const acts: string[] = [];
  let remains = true;
  const files: Omit<DatabaseFiles, 'lost'> = {
    hasRemains: async () => remains,
    async rewrite() {
      acts.push('rewrite');
      remains = false;
    },
    async emptyLog() {
      acts.push('empty-log');
      return true;
    },
  };
  const log = { info: vi.fn(), error: vi.fn() };
  const cleaning = startFileCleaning({ files, clock, log });
  onTestFinished(async () => {
    const stopped = cleaning.stop();
    clock.advance(1);
    await stopped;
  });
  for (let hour = 14; hour < 26; hour += 1) {
    expect(acts).toEqual([]);
    clock.advance(await clock.idle());
    await clock.idle();
  }
  expect(acts).toEqual(['rewrite', 'empty-log']);
  for (let hour = 0; hour < 24; hour += 1) clock.advance(await clock.idle());
  await clock.idle();
  expect(acts).toEqual(['rewrite', 'empty-log', 'empty-log']);
  expect(log.error).not.toHaveBeenCalled();
});
