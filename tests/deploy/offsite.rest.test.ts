import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BACKUP_DAYS, backupRetention } from '#content/backup-retention.ts';
import { findPostgres, findRestic } from '#scripts/support/programs.ts';
import type { Database } from '#server/store/database.ts';
import { isOffsiteOverdue, offsiteNotes } from '#server/store/offsite.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { runbookLines } from '../bare/runbook.ts';
import { startCluster } from '../postgres/cluster.ts';
import { openGiven } from '../postgres/open-given.ts';
import { leadsCommand } from '../service/leads-command.ts';
import { using } from '../service/seeded-store.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { postJson, someLead, startServer } from '../service/test-server.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';

const checkout = resolve(import.meta.dirname, '../..');
const LEADS = join(checkout, 'cli/leads.ts');
const UNITS = join(checkout, 'deploy/systemd');
const restic = findRestic();
const programs = findPostgres();
const HOUR = 3_600_000;
/** A dozen programs one after another, each of which makes a key out of the password on purpose slowly. */
const LONGEST_MS = 300_000;

const unitText = (name: string) => readFileSync(join(UNITS, name), 'utf8');

/** A machine in a folder: /srv, /var, /etc and /root of the runbook's lines lie in it. */
function machine(folder: string, more: Record<string, string>) {
  for (const path of ['srv/oui-48', 'var/lib/oui-48', 'var/lib/oui-48-backups', 'etc', 'root'])
    mkdirSync(join(folder, path), { recursive: true });
  const PATH = [dirname(restic ?? ''), programs ?? '', process.env.PATH].join(delimiter);
  const environment = { ...PROGRAM_ENVIRONMENT, PATH, RESTIC_CACHE_DIR: join(folder, 'cache'), ...more };
  /** The text as it stands, but for this folder, for accounts that only the operator has, and for what systemd starts. */
  const here = (text: string) =>
    text
      .replace(/systemctl start (oui-48-\w+)/g, (_, name) => unit(name))
      .replaceAll('-o oui-48 -g oui-48 ', '')
      .replace(/ && chown .*$/, '')
      .replaceAll('./oui ', '@leads ')
      .replaceAll('/srv/oui-48/node_modules/node/bin/node cli/leads.ts', '@leads')
      .replace(/(?<![\w.:])\/(srv|var|etc|root)\//g, `${folder}/$1/`)
      .replaceAll('@leads', `'${process.execPath}' '${LEADS}'`);
  /** What a unit starts, with the file that it reads. */
  const unit = (name: string) => {
    const text = unitText(`${name}.service`);
    const [, start = ''] = /^ExecStart=(.+)$/m.exec(text) ?? [];
    const [, file] = /^EnvironmentFile=(.+)$/m.exec(text) ?? [];
    return file === undefined ? start : `(set -a && . ${file} && set +a && ${start})`;
  };
  const type = (line: string) =>
    execFileSync('sh', ['-ec', here(line)], {
      cwd: join(folder, 'srv/oui-48'),
      env: environment,
      encoding: 'utf8',
    });
  return { folder, environment, here, type, start: (name: string) => type(`systemctl start ${name}`) };
}

/** A block's lines but for those that need Debian itself: packages, timers, the journal. */
const typed = (name: 'offsite' | 'offsiteRestore') =>
  runbookLines(name).filter((line) => !/^(apt-get|systemctl|journalctl) /.test(line));

interface Engine {
  readonly environment: Record<string, string>;
  open(dataDir: string): Database;
  /** The settings of an empty database in the place of the one that was lost. */
  anew?(): Promise<Record<string, string>>;
}

const engines: Record<string, () => Promise<Engine>> = {
  embedded: async () => ({
    environment: {},
    open: (dataDir: string) => openSqlite(join(dataDir, 'leads.sqlite')),
  }),
  PostgreSQL: async () => {
    const cluster = await startCluster({ programs });
    onTestFinished(() => cluster.stop());
    const DATABASE_URL = await cluster.createDatabase();
    return {
      environment: { DATABASE_URL },
      open: () => openGiven(DATABASE_URL),
      anew: async () => ({ DATABASE_URL: await cluster.createDatabase() }),
    };
  },
};

// `npm test` fetches both programs first, and says why they could not be had.
describe.each(Object.entries(engines))('copies off the machine, %s', (name, begin) => {
  const it = test.skipIf(restic === undefined || (name !== 'embedded' && programs === undefined));

  it(
    'survive a kill in the middle and the loss of the machine, by the lines of the runbook',
    async () => {
      const engine = await begin();
      const folder = temporaryFolder();
      const repository = join(folder, 'elsewhere');
      const given = { AILLEURS: repository, PHRASE: 'quatre mots d’un dé' };
      const old = machine(join(folder, 'old'), { ...given, ...engine.environment });
      const dataDir = join(old.folder, 'var/lib/oui-48');
      const dotEnv = `DATA_DIR=${dataDir}\n`;
      writeFileSync(join(old.folder, 'srv/oui-48/.env'), dotEnv);
      mkdirSync(join(old.folder, 'srv/oui-48/facts'));
      writeFileSync(join(old.folder, 'srv/oui-48/facts/office.yaml'), 'delays:\n  audit: 3\n');
      const server = await startServer({
        DATA_DIR: dataDir,
        LEADS_PER_MINUTE: '1000',
        ...engine.environment,
      });
      const send = async (count: number) => {
        const leads = Array.from({ length: count }, () => someLead());
        for (const lead of leads) expect((await postJson(server.url, lead)).status).toBe(201);
        return leads;
      };
      const look = <T>(work: (db: Database) => Promise<T>) => using(engine.open(dataDir), work);
      const overdue = (at: number) => look(async (db) => isOffsiteOverdue(await offsiteNotes(db), at));
      const backups = join(old.folder, 'var/lib/oui-48-backups');
      const backup = (at: number) =>
        leadsCommand(
          ['backup', backups],
          { DATA_DIR: dataDir, ...engine.environment },
          '',
          undefined,
          () => at,
        );

      const known = await send(5);
      const now = Date.now();
      await backup(now - 2_000);
      // Of a backup that was killed; it is none.
      writeFileSync(join(backups, 'leads-20991231T000000Z.sqlite.partial'), 'half of it');
      expect(await overdue(now)).toBe(false);
      for (const line of typed('offsite')) old.type(line);
      const snapshots = () => readdirSync(join(repository, 'snapshots'));
      // Of a machine that is gone, and older than the legal texts let any copy become.
      const tooOld = new Date(now - (backupRetention.offsite.weeks * 7 + 1) * 24 * HOUR);
      const time = tooOld.toISOString().slice(0, 19).replace('T', ' ');
      old.type(
        `set -a && . /etc/oui-48-offsite.env && restic backup -q --tag oui-48 --host gone --time '${time}' .env`,
      );
      const before = snapshots();
      expect(old.start('oui-48-offsite')).toMatch(/est hors de la machine, chiffrée.*, \.env, facts\.$/m);
      expect([before.length, snapshots().length]).toEqual([1, 1]);
      expect(snapshots()).not.toEqual(before);
      expect([await overdue(now), await overdue(now + 25 * HOUR), await overdue(now + 27 * HOUR)]).toEqual([
        false,
        false,
        true,
      ]);

      known.push(...(await send(3)));
      const erased = someLead({ email: 'partie@example.ch' });
      expect((await postJson(server.url, erased)).status).toBe(201);
      await backup(now - 1_000);
      const settings = { DATA_DIR: dataDir, ...engine.environment };
      expect((await leadsCommand(['erase', erased.email, '--yes'], settings)).code).toBe(0);
      await killInTheMiddle(old, repository);
      // The copy from before is the one that opens.
      expect(old.start('oui-48-rehearsal')).toMatch(/copie du .* contient 5\u00a0?\s?contacts/);
      expect(old.start('oui-48-offsite')).toContain('est hors de la machine');
      expect(await overdue(now)).toBe(false);

      // A lead from two hours ago that the copy lacks.
      const [later] = await send(1);
      await look((db) =>
        db
          .updateTable('leads')
          .set({ created_at: now - 2 * HOUR })
          .where('id', '=', later?.id ?? '')
          .execute(),
      );
      expect(() => old.start('oui-48-rehearsal')).toThrow('1 contact reçu plus d’une heure avant la copie');
      expect(await overdue(now)).toBe(true);

      await server.stop();
      rmSync(old.folder, { recursive: true });
      const anew = (await engine.anew?.()) ?? {};
      const fresh = machine(join(folder, 'new'), { ...given, ...anew });
      // Restic keeps whole paths, and on the old machine they began with its folder.
      const inCopy = (line: string) =>
        fresh.here(line).replaceAll(/(oui-48-copie)\/(srv|var)\//g, `$1${old.folder}/$2/`);
      const restored = join(fresh.folder, 'var/lib/oui-48');
      for (const line of typed('offsiteRestore')) {
        const isEmbeddedOnly = line.startsWith('install -o') && line.endsWith('leads.sqlite');
        if (isEmbeddedOnly && name !== 'embedded') continue;
        if (line.startsWith('./oui') && name !== 'embedded') {
          const [dump = ''] = runbookLines('restorePostgres');
          const file = 'oui-48-copie/var/lib/oui-48-backups/leads-*.dump';
          fresh.type(inCopy(dump.replace('leads.dump', `/root/${file}`)));
        }
        // The folder of the settings, which is the same path on a real machine.
        fresh.type(line.startsWith('./oui') ? `DATA_DIR=${restored} ${inCopy(line)}` : inCopy(line));
      }
      expect(readFileSync(join(fresh.folder, 'srv/oui-48/.env'), 'utf8')).toBe(dotEnv);
      expect(existsSync(join(fresh.folder, 'srv/oui-48/facts/office.yaml'))).toBe(true);
      expect(readdirSync(join(fresh.folder, 'root'))).toEqual([]);
      // In the copied backup, and erased after it.
      expect(await leadsCommand(['show', erased.email], { DATA_DIR: restored, ...anew })).toMatchObject({
        code: 1,
      });
      const again = await startServer({ DATA_DIR: restored, LEADS_PER_MINUTE: '1000', ...anew });
      const statuses = [];
      for (const lead of known) statuses.push((await postJson(again.url, lead)).status);
      expect(statuses).toEqual(Array(8).fill(200));
      expect((await postJson(again.url, later ?? someLead())).status).toBe(201);
    },
    LONGEST_MS,
  );
});

/** Kills a copy, all its processes at once, while restic holds the repository. */
async function killInTheMiddle(old: ReturnType<typeof machine>, repository: string): Promise<void> {
  const child = spawn('sh', ['-ec', old.here('systemctl start oui-48-offsite')], {
    cwd: join(old.folder, 'srv/oui-48'),
    env: old.environment,
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const locks = join(repository, 'locks');
  const snapshots = () => readdirSync(join(repository, 'snapshots')).length;
  const before = snapshots();
  while (child.exitCode === null && readdirSync(locks).length === 0) await after(5);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(snapshots()).toBe(before);
  expect(readdirSync(locks)).not.toEqual([]);
}

test('what is kept for how long is said in one place', () => {
  expect(BACKUP_DAYS).toBeGreaterThan(backupRetention.offsite.weeks * 7);
  expect(BACKUP_DAYS).toBeGreaterThan(backupRetention.nightly);
  expect(unitText('oui-48-backup.service')).toContain(` --keep ${backupRetention.nightly}\n`);
});
