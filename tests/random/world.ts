import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { providerCalls } from '#server/bookings/hooks/provider-calls.ts';
import { loadConfig } from '#server/config/config.ts';
import { Secret } from '#server/config/secrets.ts';
import type { DeskDeps } from '#server/desk/deps.ts';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { recordEraser } from '#server/destinations/airtable/erase-records.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordFields } from '#server/destinations/airtable/record-fields.ts';
import { eraseAtProvider } from '#server/leads/erasure/at-provider.ts';
import { lateLeads } from '#server/leads/erasure/late.ts';
import { callMarking } from '#server/leads/follow-up/marks.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { deliverRecord } from '#server/leads/provider-record.ts';
import { signedLinks } from '#server/messages/links.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { deliverClaimed } from '#server/outbox/deliver-claimed.ts';
import { claim } from '#server/outbox/outbox-queue.ts';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import type { Database } from '#server/store/database.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import type { OperatorStore } from '../../cli/leads/operator-store.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { settingsByName } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import type { Random } from '../fault/harness/random.ts';
import { query } from '../postgres/admin.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';

const NEVER = new AbortController().signal;
const FAR = Number.MAX_SAFE_INTEGER;
const PUBLIC_URL = 'https://exemple.ch';
/** As long as a real request may take: nothing here hangs, and a machine may stand still. */
const TIMEOUT_MS = 10_000;

/** Lets those that act at the same moment go on by turns, one each turn, by chance. */
function turnsOf(random: Random) {
  const waiting: (() => void)[] = [];
  let isTurning = false;
  /** How often the one that came last goes first, so that one that has read long ago writes in the end. */
  let lastFirst = 0;
  const turn = () => {
    const index = random() < lastFirst ? waiting.length - 1 : random.within(0, waiting.length - 1);
    waiting.splice(index, 1)[0]?.();
    isTurning = waiting.length > 0;
    if (isTurning) setImmediate(turn);
  };
  return {
    mine: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (!isTurning) setImmediate(turn);
        isTurning = true;
      }),
    anew() {
      lastFirst = random.pick([0, 0, 0.5, 0.9]);
    },
  };
}

/** The database as a server has it that others overtake after every answer, within a transaction where others can too. */
function overtaken(db: Database, mine: () => Promise<void>): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await mine();
      return result;
    },
  };
  const one = db.withPlugin(plugin);
  return Object.assign(one, {
    engine: db.engine,
    atomically: async (queries: Parameters<Database['atomically']>[0]) => {
      await mine();
      const results = await db.engine.atomically(one, queries);
      await mine();
      return results;
    },
  }) as Database;
}

/** How a process ends that is killed: nothing it would do after that is done. */
class Killed extends Error {}

export type World = Awaited<ReturnType<typeof openWorld>>;
export type Server = World['servers'][number];

/** One database, what works on it, and the provider; all on one clock, which only moves when something waits. */
export async function openWorld(isPostgres: boolean, startMs: number, random: Random) {
  const dataDir = join(temporaryFolder(), 'data');
  const path = await newSqliteFile(dataDir);
  const opened = isPostgres ? await openTwice() : [await openThreaded(path), openSqlite(path)];
  onTestFinished(() => Promise.all(opened.map((db) => db.destroy())).then(() => {}));
  const [db, other] = opened as [Database, Database];

  const steady = leapingClock(startMs);
  /** Each case begins at the same instant; the provider's limits know no clock that goes back. */
  let since = startMs;
  const now = () => startMs + steady.now() - since;
  const clock = { now, wait: steady.wait };
  const fake = await startFakeAirtable({ now: steady.now });
  onTestFinished(() => fake.close());
  const turns = turnsOf(random);
  const config = loadConfig({ DATA_DIR: dataDir });
  const links = signedLinks(await sharedSecret(db, 'message-links'));
  const settings = settingsByName(fake);
  const paced = pacedSender(settings, steady, TIMEOUT_MS);
  const log = pino({ enabled: false });
  const records = recordFields(settings, paced);
  const eraser = recordEraser(settings, steady, paced);
  let workers = 0;
  let writing = Promise.resolve();

  const serverOver = (own: Database) => {
    const one = overtaken(own, turns.mine);
    const deps = { db: one, sender: 'nous@atelier.example' };
    const given = { ...deps, links, publicUrl: PUBLIC_URL, perMinute: 10_000, now, wake: () => {} };
    const rules = bookingRules(given, { between: async () => [] });
    const desk = {
      ...{ ...given, config, dataDir, kinds: messageKinds, clock, wakeErasures: () => {} },
      ...{ bookings: rules, key: new Secret('key') },
    } as unknown as DeskDeps;
    const destination = airtable(settings, steady, paced);

    /** One look for something to send. @param of the server, or one that is killed meanwhile */
    async function deliver(of = one): Promise<void> {
      const owner = `worker ${workers++}`;
      const rows = await claim(of, { owner, now: now() });
      const limits = { signal: NEVER, until: FAR };
      const delivery = {
        ...{ db: of, destination, clock, random, log, owner, limits, stopping: NEVER },
      };
      await deliverClaimed(delivery, rows);
    }
    return {
      ...{ db: one, deps, desk, calls: rules.bookings, late: lateLeads(one, links, now) },
      writer: leadWriter(one),
      take: providerCalls({
        ...{ ...deps, host: 'exemple.ch', now, wake: () => {} },
        leadOf: (reference) => reference,
        noShow: async (call, at) =>
          (await callMarking(deps, call, 'pas-joint', at, 'provider'))?.statements ?? [],
      }),
      deliver: () => deliver(),
      async deliverAndDie() {
        let left = random.within(2, 14);
        const dying = overtaken(own, async () => {
          await turns.mine();
          left -= 1;
          if (left < 0) throw new Killed();
        });
        await deliver(dying).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
      },
      /** One after the other, as the server does. */
      writeRecords() {
        writing = writing.then(async () => {
          const owner = `writer ${workers++}`;
          const claimed = await claimMessages(one, { channel: 'provider', owner, now: now(), limit: 9 });
          const of = { db: one, records, clock, random, log };
          for (const message of claimed) await deliverRecord(of, message, owner, NEVER);
        });
        return writing;
      },
      eraseThere: () => eraseAtProvider({ db: one, records: eraser, clock, random, log }, NEVER),
    };
  };
  // The embedded database has one server; commands are processes of their own.
  const servers = (isPostgres ? opened : [db]).map(serverOver);
  const commanding = overtaken(other, turns.mine);
  const store: OperatorStore = {
    engine: isPostgres ? 'postgres' : 'embedded',
    ...{ db: commanding, reader: operatorReader(commanding) },
    writer: operatorWriter(commanding, turns.mine, now),
    scrub: async () => true,
    close: async () => {},
  };

  return {
    ...{ db, servers, store, config, fake, now, dataDir, links },
    anew: () => turns.anew(),
    /** Nothing is under way: whatever waits may become due. */
    pass: (ms: number) => steady.wait(ms),
    exported: () => filesIn(join(dataDir, 'exports')),
    /** Nobody is there any more, and it is the first day again. */
    async empty() {
      for (const table of EMPTIED) await db.deleteFrom(table as 'leads').execute();
      fake.heal();
      for (const { id } of [...fake.records]) fake.trash(id);
      rmSync(join(dataDir, 'exports'), { recursive: true, force: true });
      since = steady.now();
    },
    /** Until nothing is left to do; false: something never ends. */
    async settle(): Promise<boolean> {
      fake.heal();
      for (let round = 0; round < 15; round += 1) {
        if (!(await isLeft(db))) return true;
        await steady.wait(120_000);
        await db.updateTable('outbox').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
        await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
        await db.updateTable('erased_searches').set({ due_at: 0 }).execute();
        await db.updateTable('erased_records').set({ due_at: 0 }).where('state', '=', 'owed').execute();
        const server = servers[round % servers.length] as Server;
        for (const _ of [1, 2]) await server.deliver();
        await server.writeRecords();
        while (await server.eraseThere());
      }
      return false;
    },
  };
}

/** Emptied before each case; what belongs to a lead goes with it. */
const EMPTIED = [
  ...['messages', 'provider_calls', 'provider_hooks', 'bookings', 'leads', 'conditions', 'erasures'],
  ...['erased_records', 'erased_searches', 'undecided_records', 'erased_mails'],
];

/** Two servers on one PostgreSQL, which soon ends one of two that wait for each other. */
async function openTwice(): Promise<Database[]> {
  const url = await migratedDatabase();
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '50ms'`);
  return [openGiven(url), openGiven(url)];
}

async function isLeft(db: Database): Promise<boolean> {
  const some = await db
    .selectFrom('outbox')
    .select('lead_id as id')
    .where('state', '=', 'waiting')
    .unionAll(
      db.selectFrom('messages').select('id').where('state', '=', 'waiting').where('channel', '=', 'provider'),
    )
    .unionAll(db.selectFrom('erased_searches').select('id'))
    .unionAll(db.selectFrom('erased_records').select('remote_id as id').where('state', '=', 'owed'))
    .limit(1)
    .execute();
  return some.length > 0;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}
