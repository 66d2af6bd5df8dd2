import type { RawBuilder } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { messagesQuery } from '#server/messages/new-message.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import type { Database } from '#server/store/database.ts';
import { manualClock } from '../fakes/clock.ts';
import { fakeDestination } from '../fakes/destination.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench, TUESDAY } from '../fakes/message-bench.ts';
import { soon } from '../fakes/worker-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;

/** A database whose clock is the test's own, whatever a server's says. */
async function onItsOwnClock(open: () => Promise<Database>, startMs: number) {
  const own = { now: startMs };
  const db = onClock(await open(), own);
  onTestFinished(() => db.destroy());
  return { db, own };
}

function onClock(db: Database, own: { readonly now: Instant }): Database {
  const { instant } = db.engine;
  return Object.assign(db, {
    engine: { ...db.engine, instant: (): RawBuilder<number> => instant.call(db.engine, own.now) },
  });
}

describe.each(Object.entries(engines))('a clock that is set back, on %s', (_name, open) => {
  async function worked() {
    const clock = manualClock();
    const { db, own } = await onItsOwnClock(open, clock.now());
    const destination = fakeDestination();
    const log = pino({ level: 'silent' });
    const pass = (ms: number) => {
      own.now += ms;
      clock.advance(ms);
    };
    const insert = () => leadWriter(db).insert(someLead(), clock.now());
    const change = (values: object) => db.updateTable('outbox').set(values).execute();
    const start = () => {
      const worker = startWorker({
        db,
        destination,
        clock,
        random: () => 1,
        log,
        alone: false,
        concurrency: 1,
      });
      onTestFinished(async () => {
        const stopped = worker.stop();
        pass(10_000);
        await stopped;
      });
    };
    return { db, own, clock, destination, pass, insert, change, start };
  }

  test('what it had made due is due by it as it is now, within seconds', async () => {
    const { own, clock, destination, pass, insert, change, start } = await worked();
    start();
    await clock.idle();
    await insert();
    await change({ due_at: own.now + 4_000 });
    own.now -= 10 * MINUTE;
    for (let looks = 0; looks < 3 && destination.groups.length === 0; looks += 1) {
      await clock.idle();
      pass(5_000);
    }
    await soon(() => destination.groups).toHaveLength(1);
  });

  test('a lead that is to be tried again later stays where it is while the clock only goes on', async () => {
    const { own, clock, destination, pass, insert, change, start } = await worked();
    start();
    await clock.idle();
    await insert();
    await change({ due_at: own.now + 60 * MINUTE });
    for (let looks = 0; looks < 3; looks += 1) {
      // A clock that is drawn to the right time, and a database that was slow to answer.
      own.now -= 300;
      pass(5_000);
      await clock.idle();
    }
    expect(destination.groups).toHaveLength(0);
  });

  test('a lease lasts for its own term at most, and its lead is not sent a second time before', async () => {
    const { own, clock, destination, pass, insert, change, start } = await worked();
    await insert();
    await change({ lease_owner: 'crashed', lease_until: own.now + 10 * MINUTE, unknown_outcome: 1 });
    start();
    await clock.idle();
    for (let seconds = 0; seconds < 55; seconds += 5) {
      pass(5_000);
      await clock.idle();
    }
    expect(destination.groups).toHaveLength(0);
    pass(10_000);
    await soon(() => destination.groups).toHaveLength(1);
  });

  test('a mail that it had made due is due, a lease ends, and what is for later stays for later', async () => {
    const own = { now: TUESDAY };
    const { db, clock, start, sent, messages } = await messageBench(async () => onClock(await open(), own));
    start();
    // Made after the clocks were compared for the first time.
    await soon(async () => (await messages()).map(({ kind }) => kind)).toContain('owner-week');
    const mail = (id: string, kind: 'owner-flood' | 'owner-webhook-stopped', dueAt = TUESDAY) => ({
      ...{ id, kind, lead_id: null, dueAt },
    });
    const crashed = { lease_owner: 'crashed', lease_until: own.now + 10 * MINUTE };
    // One transaction, because the worker is running: it would send the message `leased` if it saw it before its lease.
    await db.atomically([
      messagesQuery(db, TUESDAY, [
        mail('due', 'owner-flood'),
        mail('leased', 'owner-webhook-stopped'),
        mail('later', 'owner-flood', TUESDAY + 15 * MINUTE),
      ]),
      db.updateTable('messages').set(crashed).where('id', '=', 'leased').compile(),
    ]);
    own.now -= 10 * MINUTE;
    for (let looks = 0; looks < 8 && sent.length === 0; looks += 1) {
      await clock.idle();
      own.now += 5_000;
      clock.advance(5_000);
      for (let waits = 0; waits < 20 && sent.length === 0; waits += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(sent.map(({ id }) => id)).toEqual(['due']);
    const left = (await messages()).filter(({ id }) => id === 'leased' || id === 'later');
    expect(left.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ]);
    expect(left.find(({ id }) => id === 'leased')?.lease_until).toBeLessThanOrEqual(own.now + MINUTE);
    expect(left.find(({ id }) => id === 'later')?.due_at).toBe(TUESDAY + 15 * MINUTE);
  });
});
