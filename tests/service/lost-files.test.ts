import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { openDurably } from '#server/store/sqlite/durable.ts';
import { lossOf, openedFiles } from '#server/store/sqlite/lost-files.ts';
import { openThreaded } from '#server/store/sqlite/open.ts';
import { someLead } from '../fakes/leads.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FILES = ['', '-wal', '-shm'];

/** A database as a server has it open, with leads that were confirmed. */
async function opened() {
  const folder = join(temporaryFolder(), 'data');
  const path = await newSqliteFile(folder);
  const db = await openThreaded(path);
  onTestFinished(() => db.destroy());
  const confirmed: string[] = [];
  const insert = async () => {
    const lead = someLead();
    await leadWriter(db).insert(lead, 1);
    confirmed.push(lead.id);
  };
  for (let count = 0; count < 20; count += 1) await insert();
  return { folder, path, db, confirmed, insert, lost: async () => db.engine.files?.lost() };
}

function idsIn(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare('select id from leads')
      .all()
      .map(({ id }) => String(id));
  } finally {
    database.close();
  }
}

const remove = (...paths: string[]) => {
  for (const path of paths) rmSync(path);
};

test.each<[string, (path: string) => void]>([
  ['all files removed', (path) => remove(...FILES.map((suffix) => path + suffix))],
  ['its folder removed', (path) => rmSync(dirname(path), { recursive: true })],
  ['the database file removed', (path) => remove(path)],
  [
    'a backup moved over the database file',
    (path) => {
      copyFileSync(path, `${path}.old`);
      renameSync(`${path}.old`, path);
    },
  ],
  ['the log removed', (path) => remove(`${path}-wal`)],
  ['the log’s index removed', (path) => remove(`${path}-shm`)],
  [
    'the database file moved away without its log',
    (path) => renameSync(path, join(dirname(path), 'leads.sqlite.old')),
  ],
])('%s: nothing more is confirmed, and what was is copied beside it', async (_, act) => {
  const { path, db, confirmed, insert, lost } = await opened();
  expect(await lost()).toBeUndefined();
  act(path);
  await expect(insert()).rejects.toThrow(/lost/);
  const { what, rescued = '' } = (await lost()) ?? {};
  expect(what).toContain(path);
  expect(basename(rescued)).toMatch(/^leads\.rescued-\d{8}T\d{6}Z\.sqlite$/);
  expect((statSync(rescued).mode & 0o777).toString(8)).toBe('600');
  expect(idsIn(rescued)).toEqual(expect.arrayContaining(confirmed));
  // Once is enough.
  await expect(insert()).rejects.toThrow(/lost/);
  await expect(db.engine.files?.emptyLog()).rejects.toThrow(/lost/);
  expect(readdirSync(dirname(path)).filter((name) => name.includes('rescued'))).toHaveLength(1);
});

test('a folder that was moved is no loss, and all goes on once it is back', async () => {
  const { folder, path, confirmed, insert, lost } = await opened();
  renameSync(folder, `${folder}.old`);
  await expect(insert()).rejects.toThrow(/lost/);
  expect(await lost()).toMatchObject({
    what: expect.stringContaining(`maintenant à ${folder}.old`),
    rescued: undefined,
  });
  renameSync(`${folder}.old`, folder);
  await insert();
  expect(await lost()).toBeUndefined();
  expect(idsIn(path)).toEqual(expect.arrayContaining(confirmed));
});

const half = (path: string) => Math.floor(statSync(path).size / 2);

test.each<[string, (log: string) => void]>([
  ['emptied', (log) => truncateSync(log)],
  ['cut in the middle', (log) => truncateSync(log, half(log))],
  ['cut within its last page', (log) => truncateSync(log, statSync(log).size - 1)],
  ['overwritten with zeros', (log) => writeFileSync(log, Buffer.alloc(statSync(log).size), { flag: 'r+' })],
  [
    'overwritten with the beginning of itself',
    (log) => writeFileSync(log, readFileSync(log).subarray(0, half(log))),
  ],
])(
  'a log that was %s: nothing more is confirmed, and the gap is not carried into the database',
  async (_, act) => {
    const { path, insert, lost } = await opened();
    const before = readFileSync(path);
    act(`${path}-wal`);
    for (let count = 0; count < 3; count += 1) await expect(insert()).rejects.toThrow(/lost/);
    expect(await lost()).toMatchObject({ what: expect.stringContaining('-wal a été coupé ou remplacé') });
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

test('a log that is cut just before a commit writes behind the gap is noticed after it', async () => {
  const path = await newSqliteFile(join(temporaryFolder(), 'data'));
  const database = openDurably(path);
  onTestFinished(() => database.close());
  const insert = database.prepare(`insert into secrets (name, value) values (?, zeroblob(20000))`);
  insert.run('first');
  const loss = lossOf(database, path, openedFiles(path));
  expect(loss()).toBeUndefined();
  truncateSync(`${path}-wal`, half(`${path}-wal`));
  insert.run('second');
  expect(loss()).toMatchObject({ what: expect.stringContaining('coupé') });
});

test('a log that SQLite itself begins anew, by whoever, is no loss', async () => {
  const { path, db, confirmed, insert, lost } = await opened();
  const other = new DatabaseSync(path, { timeout: 5_000 });
  onTestFinished(() => other.close());
  for (const mode of ['TRUNCATE', 'RESTART', 'FULL', 'PASSIVE']) {
    expect(other.prepare(`PRAGMA wal_checkpoint(${mode})`).get()).toMatchObject({ busy: 0 });
    expect(await lost()).toBeUndefined();
    for (let count = 0; count < 3; count += 1) await insert();
  }
  other.exec('create table other (a); insert into other values (zeroblob(5000000))');
  await insert();
  other.exec('drop table other');
  await db.engine.files?.emptyLog();
  expect(await lost()).toBeUndefined();
  await db.engine.files?.rewrite();
  await insert();
  other.exec('VACUUM');
  await insert();
  expect(await lost()).toBeUndefined();
  expect(idsIn(path)).toEqual(expect.arrayContaining(confirmed));
});
