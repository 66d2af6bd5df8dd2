import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import { fakeDestination } from '../../tests/fakes/destination.ts';
import { someLead, someLeads } from '../../tests/fakes/leads.ts';
import type { Limits } from '../destinations/destination.ts';
import { openSqlite } from '../store/database.ts';
import { leadWriter } from '../store/lead-writer.ts';
import { migrate } from '../store/migrations.ts';
import { startWorker } from './worker.ts';

const rejected = (status = 422) =>
  ({ kind: 'rejected', rejection: { status, message: 'no, says ada@example.ch' } }) as const;
const transient = (unknown: boolean) =>
  ({ kind: 'transient', status: 503, message: 'busy, says ada@example.ch', unknown }) as const;

/** Polls long enough for a machine that is busy elsewhere. */
const soon = <T>(get: () => T) => expect.poll(get, { timeout: 4_000, interval: 5 });

async function setUp({ alone = false } = {}) {
  const db = openSqlite(':memory:');
  await migrate(db);
  const clock = manualClock();
  const destination = fakeDestination();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const writer = leadWriter(db);
  onTestFinished(() => db.destroy());
  return {
    db,
    clock,
    destination,
    log: () => lines.join(''),
    insert: async (leads = [someLead()]) => {
      for (const lead of leads) await writer.insert(lead, clock.now());
      return leads;
    },
    rows: () => db.selectFrom('outbox').selectAll().orderBy('lead_id').execute(),
    row: () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow(),
    change: (values: {
      lease_owner?: string;
      lease_until?: number;
      unknown_outcome?: 1;
      strategy?: number;
    }) => db.updateTable('outbox').set(values).execute(),
    start: () => {
      const worker = startWorker({ db, destination, clock, random: () => 1, log, alone });
      onTestFinished(async () => {
        const stopped = worker.stop();
        clock.advance(10_000);
        await stopped;
      });
      return worker;
    },
  };
}

test('what is due at the start is delivered, and its row says so', async () => {
  const { insert, start, clock, destination, row } = await setUp();
  const leads = await insert();
  start();
  await clock.idle();
  expect(destination.groups).toEqual([
    { leads: [expect.objectContaining(leads[0])], strategy: 1, upsert: false },
  ]);
  expect(await row()).toMatchObject({
    state: 'delivered',
    attempts: 1,
    delivered_at: clock.now(),
    remote_id: 'rec1',
    unknown_outcome: 0,
    lease_owner: null,
  });
});

test('a lead that comes later goes out at once when the worker is woken', async () => {
  const { insert, start, clock, row } = await setUp();
  const worker = start();
  await clock.idle();
  await insert();
  worker.wake();
  await clock.idle();
  await soon(row).toMatchObject({ state: 'delivered' });
});

test('a lead made due by another process is found without being woken', async () => {
  const { insert, start, clock, row } = await setUp();
  start();
  await clock.idle();
  await insert();
  clock.advance(5_000);
  await soon(row).toMatchObject({ state: 'delivered' });
});

test('twenty-five leads go out ten at a time, the longest due first', async () => {
  const { insert, start, clock, destination } = await setUp();
  const leads = someLeads(25);
  for (const lead of leads) {
    await insert([lead]);
    clock.advance(1);
  }
  start();
  await clock.idle();
  expect(destination.groups.map((group) => group.leads.length)).toEqual([10, 10, 5]);
  expect(destination.groups.flatMap((group) => group.leads.map(({ id }) => id))).toEqual(
    leads.map(({ id }) => id),
  );
});

test('before anything is sent, the attempt and the lease stand in the database', async () => {
  const { insert, start, clock, destination, row } = await setUp();
  await insert();
  let during: unknown;
  destination.answers.push(async () => {
    during = await row();
    return { kind: 'delivered' };
  });
  start();
  await clock.idle();
  expect(during).toMatchObject({
    attempts: 1,
    unknown_outcome: 1,
    lease_owner: expect.any(String),
    lease_until: clock.now() + 60_000,
  });
});

test('a transient failure is tried again when it is due, not before, in the same strategy', async () => {
  const { insert, start, clock, destination, row } = await setUp();
  await insert();
  destination.answers.push(() => transient(false));
  start();
  expect(await clock.idle()).toBe(1_000);
  expect(await row()).toMatchObject({
    unknown_outcome: 0,
    lease_owner: null,
    last_error: expect.any(String),
  });
  clock.advance(999);
  expect(destination.groups).toHaveLength(1);
  clock.advance(1);
  await soon(row).toMatchObject({ state: 'delivered', attempts: 2, last_error: null });
  expect(destination.groups).toMatchObject([{ upsert: false }, { strategy: 1, upsert: false }]);
});

test('after an unknown outcome the lead is upserted, through every strategy, until it is delivered', async () => {
  const { insert, start, clock, destination } = await setUp();
  await insert();
  destination.answers.push(
    () => transient(true),
    () => rejected(),
  );
  start();
  await clock.idle();
  clock.advance(1_000);
  await soon(() => destination.groups).toHaveLength(3);
  expect(destination.groups).toMatchObject([
    { strategy: 1, upsert: false },
    { strategy: 1, upsert: true },
    { strategy: 3, upsert: true },
  ]);
});

test('rejected by all, a lead is kept, said aloud without its content, and tried again slowly from the first', async () => {
  const { insert, start, clock, destination, row, log } = await setUp();
  const [lead] = await insert();
  destination.answers.push(
    () => rejected(403),
    () => rejected(404),
  );
  start();
  await clock.idle();
  const refused = await row();
  expect(refused).toMatchObject({ state: 'waiting', strategy: 1, refused_at: clock.now(), attempts: 2 });
  expect(refused.due_at).toBe(clock.now() + 15 * 60_000);
  expect(JSON.parse(refused.rejections ?? '')).toMatchObject([
    { strategy: 1, status: 403, message: 'no, says ada@example.ch' },
    { strategy: 3, status: 404 },
  ]);
  expect(log()).toContain('refused by all');
  expect(log()).toContain(lead?.id);
  clock.advance(15 * 60_000);
  await soon(row).toMatchObject({ state: 'delivered' });
});

test('the log holds no name, no e-mail and nothing the provider repeated', async () => {
  const { insert, start, clock, destination, log } = await setUp();
  await insert([someLead({ name: 'Ada Lovelace', email: 'ada@example.ch', userId: 'usr_secret' })]);
  destination.answers.push(
    () => transient(true),
    () => rejected(),
  );
  start();
  await clock.idle();
  clock.advance(1_000);
  await soon(log).toContain('Lead remis');
  expect(log()).not.toMatch(/Ada|example\.ch|usr_secret/);
});

test('leads in different states never share a request', async () => {
  const { db, insert, start, clock, destination } = await setUp();
  const [first, second] = await insert(someLeads(4));
  await db
    .updateTable('outbox')
    .set({ unknown_outcome: 1 })
    .where('lead_id', '=', first?.id ?? '')
    .execute();
  await db
    .updateTable('outbox')
    .set({ strategy: 3 })
    .where('lead_id', '=', second?.id ?? '')
    .execute();
  start();
  await clock.idle();
  expect(
    destination.groups
      .map(({ strategy, upsert, leads }) => `${strategy} ${upsert} ${leads.length}`)
      .toSorted(),
  ).toEqual(['1 false 2', '1 true 1', '3 false 1']);
});

test('a strategy that the settings no longer allow gives way to the next', async () => {
  const { insert, start, clock, destination, change } = await setUp();
  await insert();
  await change({ strategy: 2 });
  start();
  await clock.idle();
  expect(destination.groups).toMatchObject([{ strategy: 3 }]);
});

test('nothing is claimed while the provider wants a pause', async () => {
  const { insert, start, clock, destination, row } = await setUp();
  await insert();
  destination.pause(clock.now() + 30_000);
  start();
  expect(await clock.idle()).toBe(30_000);
  expect(await row()).toMatchObject({ attempts: 0, lease_owner: null });
  clock.advance(30_000);
  await soon(row).toMatchObject({ state: 'delivered' });
});

test('a lead held by another worker waits until that lease has ended, then is upserted', async () => {
  const { insert, start, clock, destination, change, row } = await setUp();
  await insert();
  await change({ lease_owner: 'crashed', lease_until: clock.now() + 3_000, unknown_outcome: 1 });
  start();
  expect(await clock.idle()).toBe(3_000);
  expect(destination.groups).toHaveLength(0);
  clock.advance(3_000);
  await soon(row).toMatchObject({ state: 'delivered' });
  expect(destination.groups).toMatchObject([{ upsert: true }]);
});

test('alone on its database, a worker takes stale leases back at the start', async () => {
  const { insert, start, clock, destination, change } = await setUp({ alone: true });
  await insert();
  await change({ lease_owner: 'crashed', lease_until: clock.now() + 3_000, unknown_outcome: 1 });
  start();
  await clock.idle();
  expect(destination.groups).toMatchObject([{ upsert: true }]);
});

test('what another worker has taken meanwhile is neither completed nor failed', async () => {
  for (const outcome of [{ kind: 'delivered' } as const, transient(false)]) {
    const { insert, start, clock, destination, change, row } = await setUp();
    await insert();
    const lease = { lease_owner: 'other', lease_until: clock.now() + 600_000 };
    destination.answers.push(async () => {
      await change(lease);
      return outcome;
    });
    start();
    await clock.idle();
    expect(await row()).toMatchObject({ state: 'waiting', unknown_outcome: 1, last_error: null, ...lease });
  }
});

test('what another worker took between claim and sending is not sent', async () => {
  const { db, insert, start, clock, destination, change } = await setUp();
  const [, second] = await insert(someLeads(2));
  await db
    .updateTable('outbox')
    .set({ strategy: 3 })
    .where('lead_id', '=', second?.id ?? '')
    .execute();
  destination.answers.push(async () => {
    await change({ lease_owner: 'other', lease_until: clock.now() + 600_000 });
    return { kind: 'delivered' };
  });
  start();
  await clock.idle();
  expect(destination.groups).toHaveLength(1);
});

test('an error in the loop is said and survived', async () => {
  const { insert, start, clock, destination, log, row } = await setUp({ alone: true });
  await insert();
  destination.answers.push(() => Promise.reject(new Error('broken')));
  start();
  expect(await clock.idle()).toBe(5_000);
  expect(log()).toContain('broken');
  clock.advance(60_000);
  await soon(row).toMatchObject({ state: 'delivered' });
});

test('stopping lets the request under way end, begins nothing more and gives back what was claimed', async () => {
  const { db, insert, start, clock, destination, rows } = await setUp();
  const leads = await insert(someLeads(3));
  const [other] = leads.toSorted((a, b) => b.id.localeCompare(a.id));
  await db
    .updateTable('outbox')
    .set({ strategy: 3 })
    .where('lead_id', '=', other?.id ?? '')
    .execute();
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  destination.answers.push(async () => {
    sent.resolve();
    await answer.promise;
    return { kind: 'delivered' };
  });
  const worker = start();
  await sent.promise;
  const stopped = worker.stop();
  await clock.idle();
  answer.resolve();
  await stopped;
  expect(destination.groups).toHaveLength(1);
  expect(await rows()).toMatchObject([
    { state: 'delivered', attempts: 1, lease_owner: null },
    { state: 'delivered', attempts: 1, lease_owner: null },
    { state: 'waiting', attempts: 0, lease_owner: null, unknown_outcome: 0 },
  ]);
});

test('stopping breaks off a request that does not end; the lease is given back, the outcome is unknown', async () => {
  const { insert, start, clock, destination, row } = await setUp();
  await insert();
  const sent = Promise.withResolvers<void>();
  destination.answers.push(async (_group, { signal }: Limits) => {
    sent.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return transient(true);
  });
  const worker = start();
  await sent.promise;
  const stopped = worker.stop();
  expect(await clock.idle()).toBe(2_000);
  clock.advance(2_000);
  await stopped;
  expect(await row()).toMatchObject({ state: 'waiting', unknown_outcome: 1, lease_owner: null });
});
