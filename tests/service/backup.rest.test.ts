import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '#scripts/support/programs.ts';
import { Secret } from '#server/config/secrets.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { copyEmbedded, dumpPostgres } from '../../cli/leads/backup-commands.ts';
import { startCluster } from '../postgres/cluster.ts';
import { openGiven } from '../postgres/open-given.ts';
import { leadsCommand } from './leads-command.ts';
import { rowOf, seed, seededFolder, using } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { postJson, someLead, startServer } from './test-server.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a copy made while leads come in is whole, private, and known to a server that starts on it', async () => {
  const server = await startServer({ LEADS_PER_MINUTE: '1000' });
  const confirmed = [someLead(), someLead()];
  for (const lead of confirmed) expect((await postJson(server.url, lead)).status).toBe(201);
  const more = Promise.all(Array.from({ length: 20 }, () => postJson(server.url, someLead())));
  const folder = temporaryFolder();
  const file = join(folder, 'copie.sqlite');
  const { code, stdout, stderr } = await leadsCommand(['backup', file], { DATA_DIR: server.dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`dans ${file}, lisible par vous seul`);
  expect((await more).map(({ status }) => status)).toEqual(Array(20).fill(201));
  await server.stop();
  expect(modeOf(file)).toBe('600');
  expect(readdirSync(folder)).toEqual(['copie.sqlite']);

  const restored = temporaryFolder();
  execFileSync('cp', [file, join(restored, 'leads.sqlite')]);
  const again = await startServer({ DATA_DIR: restored });
  for (const lead of confirmed) expect((await postJson(again.url, lead)).status).toBe(200);
});

test('links that were sent work after a restore, and none once the keys are changed by the words of the runbook', async () => {
  const server = await startServer();
  const lead = someLead();
  const { reference } = (await (await postJson(server.url, lead)).json()) as { reference: string };
  const file = join(temporaryFolder(), 'copie.sqlite');
  const { stdout } = await leadsCommand(['backup', file], { DATA_DIR: server.dataDir });
  expect(stdout).toContain('les clés qui signent les liens');
  const restored = temporaryFolder();
  copyFileSync(file, join(restored, 'leads.sqlite'));
  const names = async (): Promise<boolean> => {
    const again = await startServer({ DATA_DIR: restored });
    const page = await (await fetch(`${again.url}/rendez-vous?ref=${reference}`)).text();
    await again.stop();
    return page.includes(lead.email);
  };
  expect(await names()).toBe(true);
  execFileSync('sh', ['-c', runbookLine(/^node_modules.*secrets.*$/m).replace('/var/lib/oui-48', restored)]);
  expect(await names()).toBe(false);
});

test('what was erased is not in a copy, and the copy changes no version of what it copies', async () => {
  const { environment, folder, held } = await seededFolder();
  await leadsCommand(['erase', held.email, '--yes'], environment);
  const raw = new DatabaseSync(join(folder, 'data/leads.sqlite'));
  raw.exec('delete from kysely_migration; drop table probe');
  raw.close();
  const file = join(folder, 'copie.sqlite');
  expect(await leadsCommand(['backup', file, '--json'], environment)).toMatchObject({ code: 0 });
  // By its time doctor knows how old the last backup is.
  expect(modeOf(join(folder, 'data/last-backup'))).toBe('600');
  for (const path of [file, join(folder, 'data/leads.sqlite')]) {
    const copy = new DatabaseSync(path, { readOnly: true });
    expect(copy.prepare('select name from kysely_migration').all()).toEqual([]);
    copy.close();
  }
  expect(execFileSync('cat', [file]).includes(held.email)).toBe(false);
});

test('nothing goes where git would keep it, over what is there, or where nothing is', async () => {
  const { environment, folder } = await seededFolder();
  const repository = join(folder, 'depot');
  mkdirSync(join(repository, 'sous/ignore'), { recursive: true });
  execFileSync('git', ['init', '--quiet', repository]);
  writeFileSync(join(repository, '.gitignore'), 'ignore/\n');
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await leadsCommand(['backup', ...args], environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };
  for (const path of ['copie.sqlite', 'sous/copie.sqlite'])
    expect(await refused(join(repository, path))).toContain(
      'finirait dans son historique. Rien n’a été écrit',
    );
  expect(await refused(join(repository, 'sous'))).toContain('hors du dépôt');
  expect(readdirSync(join(repository, 'sous'))).toEqual(['ignore']);
  const ignored = join(repository, 'sous/ignore/copie.sqlite');
  expect(await leadsCommand(['backup', ignored], environment)).toMatchObject({ code: 0 });
  expect(await refused(ignored)).toContain('existe déjà. Rien n’a été écrit ni remplacé');
  expect(await refused(join(folder, 'absent/copie.sqlite'))).toContain('n’existe pas. Rien n’a été écrit');
  expect(await leadsCommand(['backup', join(folder, 'x')], { DATA_DIR: join(folder, 'vide') })).toMatchObject(
    {
      code: 1,
      stderr: expect.stringContaining('Vérifiez DATA_DIR'),
    },
  );
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'depot']);
});

test('a release that changed the database is left by the copy made before it', async () => {
  const server = await startServer();
  const lead = someLead();
  expect((await postJson(server.url, lead)).status).toBe(201);
  const file = join(temporaryFolder(), 'copie.sqlite');
  await leadsCommand(['backup', file], { DATA_DIR: server.dataDir });
  await server.stop();
  const later = new DatabaseSync(join(server.dataDir, 'leads.sqlite'));
  later.exec("insert into kysely_migration values ('999-later', '2027-01-01T00:00:00.000Z')");
  later.close();
  const refused = await startServer({ DATA_DIR: server.dataDir }).catch((error) => error);
  expect(refused).toMatchObject({ name: 'StartRefused', message: expect.stringContaining('plus ancienne') });
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(server.dataDir, `leads.sqlite${suffix}`), { force: true });
  copyFileSync(file, join(server.dataDir, 'leads.sqlite'));
  const again = await startServer({ DATA_DIR: server.dataDir });
  expect((await postJson(again.url, lead)).status).toBe(200);
});

test('in a folder, copies are named after the hour and only the newest of them are kept', async () => {
  const { environment, folder } = await seededFolder();
  const backups = join(folder, 'sauvegardes');
  mkdirSync(backups);
  const older = [
    'leads-20251121T032000Z.sqlite',
    'leads-20251122T032000Z.dump',
    'leads-20251123T032000Z.sqlite',
  ];
  for (const name of [...older, 'autre.sqlite', 'leads-2025.sqlite']) writeFileSync(join(backups, name), '');
  const { code, stdout } = await leadsCommand(['backup', backups, '--keep', '2', '--json'], environment);
  expect(code).toBe(0);
  const { file, leads, removed } = JSON.parse(stdout);
  expect({ leads, removed }).toEqual({ leads: 4, removed: older.slice(0, 2) });
  const left = readdirSync(backups).filter((name) => !older.slice(2).includes(name));
  expect(left.toSorted()).toEqual(['autre.sqlite', 'leads-2025.sqlite', file.split('/').at(-1)]);
  expect(file).toMatch(/\/leads-\d{8}T\d{6}Z\.sqlite$/);
});

test('a copy that cannot be written leaves nothing behind, and deletes none of those before', async () => {
  const { environment, folder } = await seededFolder();
  const backups = join(folder, 'sauvegardes');
  mkdirSync(backups);
  const before = 'leads-20251121T032000Z.sqlite';
  writeFileSync(join(backups, before), '');
  writeFileSync(join(folder, 'data/leads.sqlite'), 'not a database '.repeat(1000));
  const { code, stderr } = await leadsCommand(['backup', backups, '--keep', '1'], environment);
  expect(code).toBe(1);
  expect(stderr).toContain('sont intacts');
  expect(readdirSync(backups)).toEqual([before]);
});

/** A file on which every write says that the disk is full. */
const FULL = '/dev/full';
const NO_ROOM = expect.objectContaining({
  name: 'CommandFailed',
  message: expect.stringContaining('sur le disque de /dev. La base est intacte'),
});

test('a full disk is the one of the copy, and named by its folder', async () => {
  const { folder } = await seededFolder();
  expect(() => copyEmbedded(join(folder, 'data'), FULL)).toThrow(NO_ROOM);
});

const programs = findPostgres();

// `npm test` installs them first, and says why they could not be had.
test.skipIf(programs === undefined)(
  'PostgreSQL is dumped and restored, by the words of the runbook',
  async () => {
    const cluster = await startCluster({ programs });
    onTestFinished(() => cluster.stop());
    const url = new URL(await cluster.createDatabase());
    url.password = 'tressecret';
    const environment = { DATABASE_URL: url.href };
    const { held, delivered } = await using(openGiven(url.href), seed);
    const folder = temporaryFolder();
    chmodSync(folder, 0o700);
    const file = join(folder, 'leads.dump');
    const made = await leadsCommand(['backup', file], environment);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).not.toContain('tressecret');
    expect(modeOf(file)).toBe('600');
    expect(() => dumpPostgres(new Secret(url.href), FULL)).toThrow(NO_ROOM);

    await leadsCommand(['erase', held.email, delivered.email, '--yes'], environment);
    const restore = runbookLine(/^pg_restore .*$/m).replace('leads.dump', file);
    execFileSync('sh', ['-c', restore], {
      env: { ...process.env, ...environment, PATH: `${programs}:${process.env.PATH}` },
    });
    const restored = openGiven(url.href);
    expect(await using(restored, (db) => rowOf(db, delivered.id))).toMatchObject({
      state: 'delivered',
      remote_id: 'recDelivered',
    });
    expect(await leadsCommand(['show', held.email], environment)).toMatchObject({ code: 0 });

    const secrets = () => using(openGiven(url.href), (db) => db.selectFrom('secrets').selectAll().execute());
    await using(openGiven(url.href), (db) => sharedSecret(db, 'message-links'));
    execFileSync('sh', ['-c', runbookLine(/^psql .*secrets.*$/m)], {
      env: { ...process.env, ...environment, PATH: `${programs}:${process.env.PATH}` },
    });
    expect(await secrets()).toEqual([]);

    await cluster.stop();
    const { code, stderr } = await leadsCommand(['backup', join(folder, 'b.dump')], environment);
    expect(code).toBe(1);
    expect(stderr).toContain('pg_dump a échoué');
    expect(stderr).not.toContain('tressecret');
    expect(readdirSync(folder)).toEqual(['leads.dump']);
  },
);

function runbookLine(pattern: RegExp): string {
  const runbook = execFileSync('cat', [join(import.meta.dirname, '../../docs/runbook.md')], {
    encoding: 'utf8',
  });
  const [line] = pattern.exec(runbook) ?? [];
  if (line === undefined) throw new Error(`The runbook has no line ${pattern}`);
  return line;
}
