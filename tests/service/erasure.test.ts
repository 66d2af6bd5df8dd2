import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import type { Environment } from '#server/config/env.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { someBooking } from '../fakes/bookings.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { leadsCommand } from './leads-command.ts';
import { spawnLeads } from './leads-process.ts';
import { using } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { postJson, sendJson, someLead, startServer } from './test-server.ts';

const HOUR_MS = 3_600_000;

/** Loaded into a command: kills it with the first export that it deletes, its rows being gone by then. */
const DIES_BEFORE_FILES = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const rm = fs.rm;
  fs.rm = (path, ...rest) => (String(path).includes('/exports/') ? process.kill(process.pid, 'SIGKILL') : rm(path, ...rest));
  syncBuiltinESMExports();
`)}`;

interface Place {
  readonly environment: Environment;
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** @returns what puts the database back as it is now, once no server has it open */
  backUp(): Promise<() => Promise<Environment>>;
}

const PLACES: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    'SQLite',
    async () => {
      const dataDir = join(temporaryFolder(), 'data');
      const file = join(dataDir, 'leads.sqlite');
      const environment = { DATA_DIR: dataDir };
      return {
        environment,
        use: (work) => using(openSqlite(file), work),
        async backUp() {
          const copy = join(temporaryFolder(), 'copy.sqlite');
          expect((await leadsCommand(['backup', copy], environment)).code).toBe(0);
          return async () => {
            for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
            copyFileSync(copy, file);
            return environment;
          };
        },
      };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await migratedDatabase();
      const DATA_DIR = join(temporaryFolder(), 'data');
      return {
        environment: { DATABASE_URL: url, DATA_DIR },
        use: (work) => using(openGiven(url), work),
        async backUp() {
          const copy = await migratedDatabase();
          await using(openGiven(url), (db) => using(openGiven(copy), (target) => copyLeads(db, target)));
          return async () => ({ DATABASE_URL: copy, DATA_DIR });
        },
      };
    },
  ],
];

/** Which of these texts stand in any file of a folder. */
function found(folder: string, texts: readonly string[]): string[] {
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
  return texts.filter((text) => bytes.includes(text));
}

describe.each(PLACES.filter(([name]) => isOfThisRun(name)))('on %s', (name, place) => {
  test('a person is gone everywhere but where the receipt says, and only a form brings them back', async () => {
    const { environment, use, backUp } = await place();
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    const all = { ...environment, ...airtableEnvironment(fake), AUDITS: 'off' };
    const server = await startServer(all);
    const dataDir = environment.DATA_DIR ?? '';
    const email = 'claire.rochat@atelier-rochat.ch';
    const leads = ['sales', 'restaurants', 'home'].map((page) =>
      someLead({ name: 'Claire Rochat', email, url: `http://localhost/${page}` }),
    );
    const [first = someLead()] = leads;
    const namesake = someLead({ name: 'Claire Rochat', email: 'autre@example.ch' });
    for (const lead of [...leads, namesake]) expect((await postJson(server.url, lead)).status).toBe(201);
    await fake.until(() => fake.records.length === 4);
    const delivered = () =>
      use(
        async (db) =>
          (await db.selectFrom('outbox').select('state').where('state', '=', 'delivered').execute()).length,
      );
    await expect.poll(delivered).toBe(4);
    const edited = fake.records.find(({ fields }) => fields.Email === email);
    fake.edit(edited?.id ?? '', { Email: 'c.rochat@ailleurs.example', Name: 'Mme Rochat' });
    await use(async (db) => {
      for (const [index, leadId] of [first.id, null].entries()) {
        const call = someBooking(Date.now() + (index + 2) * 24 * HOUR_MS, {
          leadId,
          email,
          name: 'Claire Rochat',
        });
        await bookingStore(db).insert(call, Date.now(), []);
      }
      const audit = {
        token: 'audit-of-claire',
        url: 'https://atelier-rochat.ch/',
        scheme_typed: 1,
        host: 'atelier-rochat.ch',
      } as const;
      const at = { created_at: Date.now(), expires_at: Date.now() + HOUR_MS };
      await db
        .insertInto('audits')
        .values({ ...audit, ...at, lead_id: first.id, proved: 1 })
        .execute();
    });
    await expect
      .poll(
        () => existsSync(join(dataDir, 'mail', 'new')) && readdirSync(join(dataDir, 'mail', 'new')).length,
      )
      .toBeGreaterThan(6);
    const out = join(temporaryFolder(), 'contacts.csv');
    for (const place of [[], ['--out', out]])
      expect((await leadsCommand(['export', ...place], all)).code).toBe(0);
    const [exported] = readdirSync(join(dataDir, 'exports'));
    const restore = await backUp();

    const { code, stdout } = await leadsCommand(['erase', email, '--yes', '--json'], all);
    const receipt = JSON.parse(stdout) as {
      erased: { what: string }[];
      atProvider: { record: string }[];
      outOfReach: string[];
    };
    expect(code).toBe(0);
    expect(Object.groupBy(receipt.erased, ({ what }) => what)).toMatchObject({
      lead: [{ at: expect.stringMatching(/Z$/) }, {}, {}],
      booking: [{}, {}],
      audit: [{ count: 1 }],
      export: [{ id: join(dataDir, 'exports', exported ?? '') }],
    });
    expect(receipt.atProvider).toHaveLength(3);
    for (const { record } of receipt.atProvider) expect(record).toMatch(/^rec/);
    expect(receipt.outOfReach.join('\n')).toMatch(
      /contacts\.csv\u202f: supprimez-le[\s\S]*sauvegardes faites avant[\s\S]*Airtable[\s\S]*corbeille/,
    );
    await fake.until(() => fake.records.length === 1);
    expect(fake.records[0]?.fields.Email).toBe(namesake.email);
    expect(existsSync(out)).toBe(true);
    const texts = [email, 'c.rochat@ailleurs.example', ...leads.map(({ id }) => id)];
    // PostgreSQL's files are the cluster's.
    expect(found(dataDir, texts)).toEqual([]);
    expect(server.log()).not.toContain(email);
    const left = await use((db) =>
      Promise.all(
        (['leads', 'bookings', 'audits', 'erased_searches'] as const).map((table) =>
          db
            .selectFrom(table as 'leads')
            .selectAll()
            .execute(),
        ),
      ),
    );
    expect(left.map((rows) => rows.length)).toEqual([1, 0, 0, 0]);
    expect(
      JSON.stringify(
        await use((db) =>
          db
            .selectFrom('messages')
            .selectAll()
            .where(
              'lead_id',
              'in',
              leads.map(({ id }) => id),
            )
            .execute(),
        ),
      ),
    ).toBe('[]');

    // What a browser has kept, of a lead that was accepted and of one that never was; then a form.
    const late = [first, { ...first, age: HOUR_MS }, { ...first, id: crypto.randomUUID(), age: HOUR_MS }];
    const ids = () =>
      use(async (db) => (await db.selectFrom('leads').select('id').execute()).map(({ id }) => id));
    for (const lead of late) expect((await postJson(server.url, lead)).status).toBe(201);
    expect(await ids()).toEqual([namesake.id]);
    for (const form of [
      { ...first, commentaire: '' },
      { ...leads[1], age: 0 },
    ])
      expect((await postJson(server.url, form)).status).toBe(201);
    expect((await ids()).toSorted()).toEqual([first.id, leads[1]?.id, namesake.id].toSorted());
    await fake.until(() => fake.records.length === 3);

    await server.stop();
    const restored = { ...all, ...(await restore()) };
    const after = await leadsCommand(['after-restore', '--json'], restored);
    expect(JSON.parse(after.stdout).erasedAgain).toMatchObject({ leads: 3, bookings: 2 });
    const again = await startServer(restored);
    for (const lead of late) await postJson(again.url, lead);
    expect((await leadsCommand(['show', email], restored)).code).toBe(1);
    expect((await sendJson(`${again.url}/api/leads`, { ...first, commentaire: '' })).status).toBe(201);
    expect((await leadsCommand(['show', email], restored)).code).toBe(0);
    expect(name).not.toBe('');
  });

  test('an erasure whose command is killed while the provider hangs is finished by the server', async () => {
    const { environment, use } = await place();
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    const all = { ...environment, ...airtableEnvironment(fake), AUDITS: 'off' };
    const first = await startServer(all);
    const lead = someLead();
    await postJson(first.url, lead);
    await fake.until(() => fake.records.length === 1);
    await first.stop();
    fake.fail({ kind: 'hang' }, 20);
    const command = spawnLeads(['erase', lead.email, '--yes'], {
      cwd: temporaryFolder(),
      environment: all as Record<string, string>,
    });
    await fake.until(() => fake.requests.some(({ method }) => method === 'DELETE'));
    command.child.kill('SIGKILL');
    await command.ended;
    fake.heal();
    expect(await use((db) => db.selectFrom('leads').selectAll().execute())).toEqual([]);
    // As if the claim of the killed command had ended.
    await use((db) => db.updateTable('erased_records').set({ due_at: 0 }).execute());
    await startServer(all);
    await fake.until(() => fake.records.length === 0);
    expect(existsSync(join(environment.DATA_DIR ?? '', 'erasures'))).toBe(true);
  });

  test('an erasure that is killed between rows and exports is finished by the next command and by the server', async () => {
    const { environment } = await place();
    const all = { ...environment, AUDITS: 'off' };
    const dataDir = environment.DATA_DIR ?? '';
    const first = await startServer(all);
    const leads = [someLead({ email: 'zoe@example.ch' }), someLead({ email: 'lea@example.ch' })];
    for (const lead of leads) expect((await postJson(first.url, lead)).status).toBe(201);
    await first.stop();
    const exported = () => found(join(dataDir, 'exports'), [...leads.map(({ email }) => email)]);
    const { email } = leads[0] ?? someLead();
    const killed = async (which: string) => {
      expect((await leadsCommand(['export'], all)).code).toBe(0);
      const command = spawnLeads(['erase', which, '--yes'], {
        cwd: temporaryFolder(),
        environment: { ...(all as Record<string, string>), NODE_OPTIONS: `--import=${DIES_BEFORE_FILES}` },
      });
      expect((await command.ended).code).toBe(null);
      expect((await exported()).includes(which)).toBe(true);
    };
    await killed(email);
    // It finds nobody, and leaves nobody.
    expect((await leadsCommand(['erase', email, '--yes'], all)).code).toBe(1);
    expect(exported()).toEqual([]);
    await killed('lea@example.ch');
    await startServer(all);
    await expect.poll(exported).toEqual([]);
  });
});
