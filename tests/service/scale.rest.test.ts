import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { fanOut } from '#server/leads/fan-out.ts';
import { countOwed, MOST_OWED_COUNTED } from '#server/leads/follow-up/owed.ts';
import { enqueueHeldDigest, heldLeads, MOST_HELD_COUNTED } from '#server/leads/held-digest.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { eraseExpired } from '#server/leads/operator/erase-expired.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { weekFigures } from '#server/leads/week-figures.ts';
import { signedLinks } from '#server/messages/links.ts';
import { mailSummary } from '#server/messages/summary.ts';
import { claim, OUTBOX } from '#server/outbox/outbox-queue.ts';
import { outboxState, queueFront } from '#server/outbox/outbox-state.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import { makeDue, nextDue } from '#server/queue/due.ts';
import { manualClock } from '../fakes/clock.ts';
import { fakeDestination } from '../fakes/destination.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { transient } from '../fakes/worker-bench.ts';
import { leadsCommand } from './leads-command.ts';
import { FILLED, type FilledDatabase } from './scale-database.ts';
import { auditWork, bookingWork, messageWork, readBackWork } from './scale-work.ts';
import { using } from './seeded-store.ts';
import { wholeTablesReadBy } from './whole-tables.ts';

/** A tenth of what `npm run bench:scale` fills in, and some that every strategy refused. */
const LEADS = { delivered: 100_000, held: 10_000, refused: 3_000, audits: 5_000, stuck: 5_000 };
/** Processor time of the command, which no other test makes longer. */
const COMMAND_MS = 5_000;
/** As the operator waits for it, a database in a process of its own included: generous, as the machine may be busy. */
const WAITED_MS = 4 * COMMAND_MS;

describe.each(FILLED)('%s with 113,000 leads', (_name, make) => {
  let folder: string;
  let filled: FilledDatabase;
  const now = Date.now();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oui-48-scale-'));
    filled = await make(folder, { ...LEADS, now });
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function opened(heard?: (statement: CompiledQuery) => void) {
    const db = filled.open(heard);
    onTestFinished(() => db.destroy());
    return db;
  }

  /** All that a running server asks about leads. */
  async function expectNoWholeTable() {
    const { statements, found, plans } = await wholeTablesReadBy(opened, async (db) => {
      const writer = leadWriter(db);
      for (const lead of someLeads(3)) await writer.insert(lead, Date.now());
      const clock = manualClock(Date.now());
      const destination = fakeDestination();
      destination.answers.push(() => transient(true));
      const log = pino({ level: 'silent' });
      const worker = startWorker({ db, destination, clock, random: () => 1, log, alone: true });
      await expect.poll(() => destination.groups.length).toBeGreaterThan(1);
      await worker.stop();
      await claim(db, { owner: 'other', now: 0, newestFirst: true });
      await nextDue(db, OUTBOX, Date.now());
      await makeDue(db, OUTBOX, () => 0).next();
      await outboxState(db, Date.now());
      await queueFront(db, Date.now());
      const links = signedLinks(new Secret('key'));
      const telling = { db, clock, links, sender: 'nous@atelier.example', webhook: true, wake: () => {} };
      expect(await fanOut(telling)).toBe(3);
      expect((await heldLeads(db, 20)).count).toBe(MOST_HELD_COUNTED);
      await enqueueHeldDigest(telling, Date.now());
      await writer.probe(Date.now());
    });
    expect(found).toEqual([]);
    expect(statements).toBeGreaterThan(15);
    const toTell = [...plans].filter(([text]) => /^\s*select.*tell_since is not null and outbox/s.test(text));
    expect(toTell.length).toBeGreaterThan(0);
    for (const [, plan] of toTell) expect(plan).toContain('outbox_to_tell');
  }

  // Without statistics a planner guesses how many rows a table has. PostgreSQL gathers them by itself now and then.
  describe.each([false, true])('with statistics of its tables: %s', (analysed) => {
    beforeAll(async () => {
      if (analysed) await using(filled.open(), (db) => sql`analyze`.execute(db));
    });

    test('nothing that a running server asks reads a whole table', () => expectNoWholeTable());

    test('nor does what tells, books, audits and forgets', async () => {
      const { statements, found } = await wholeTablesReadBy(opened, async (db) => {
        const [lead = someLead()] = await messageWork(db, now);
        await bookingWork(db, lead, now);
        await auditWork(db, lead, now);
        expect(await mailSummary(db)).toMatchObject({ stuck: 2_000, atLeast: true, reason: '451 Later' });
        expect((await eraseExpired(db, now - 59.5 * 86_400_000, now)).leads).toBeGreaterThan(0);
      });
      expect(found).toEqual([]);
      expect(statements).toBeGreaterThan(40);
    });
  });

  // These tests run with statistics only. Without them PostgreSQL scans the whole table to find fifty of its rows.
  test('nor does the weekly mail, which counts what is owed to 100,000 unanswered leads to its bound', async () => {
    const week = { from: now - 7 * 86_400_000, to: now };
    const { found, statements } = await wholeTablesReadBy(opened, async (db) => {
      const { owed, received } = await weekFigures(db, week, now, '');
      expect(owed).toMatchObject({ owed: MOST_OWED_COUNTED, atLeast: true });
      // Of the oldest, as nobody has answered any.
      const oldest = await db
        .selectFrom('leads')
        .select('created_at')
        .orderBy('created_at')
        .limit(1)
        .execute();
      expect(owed.first[0]?.until).toBeLessThan((oldest[0]?.created_at ?? 0) + 86_400_000);
      expect(received).toBeGreaterThan(10_000);
    });
    expect(found).toEqual([]);
    expect(statements).toBeGreaterThan(4);
  });

  test('nor does the nightly reading, nor who asks what is gone', async () => {
    const { statements, found, plans } = await wholeTablesReadBy(opened, (db) => readBackWork(db, now));
    expect(found).toEqual([]);
    expect(statements).toBeGreaterThan(8);
    for (const [text, plan] of plans)
      if (text.includes('+delivered_at')) expect(plan).toContain('outbox_gone');
  });

  test('what is owed is counted in a few statements', async () => {
    const asked: CompiledQuery[] = [];
    await countOwed(
      opened((statement) => asked.push(statement)),
      now,
      10,
    );
    // Twenty-one for each 500 leads, with two promises to each; in SQLite each in a transaction of its own.
    expect(asked.length).toBeLessThan(250);
  });

  // With statistics the engine knows how many leads share an e-mail.
  test('list, show, erase, retry and release read none either', async () => {
    const { statements, found } = await wholeTablesReadBy(opened, async (db) => {
      const reader = operatorReader(db);
      for (const state of [undefined, 'delivered', 'waiting', 'refused', 'held'] as const)
        await reader.newest(50, state);
      const [lead] = await reader.byEmail('PERSONNE7@example.ch');
      await reader.byIdPrefix(lead?.id.slice(0, 8) ?? '');
      await reader.heldBetween(0, now);
      const writer = operatorWriter(db);
      await writer.erase([lead?.id ?? '']);
      await writer.makeDue([lead?.id ?? '']);
      await writer.makeRefusedDue();
      await writer.release([lead?.id ?? '']);
      await writer.eraseHeld(0, now - 59 * 86_400_000).next();
    });
    expect(found).toEqual([]);
    expect(statements).toBeGreaterThan(10);
  });

  test('an export of one state reads the leads of no other', async () => {
    const asked: CompiledQuery[] = [];
    const held: unknown[] = [];
    const db = opened((statement) => asked.push(statement));
    for await (const page of operatorReader(db).pages('held')) held.push(...page);
    // The tests before this one have erased some.
    expect(held.length).toBeGreaterThan(0.9 * LEADS.held);
    // Pages of 250, each with a question for what has happened to its leads.
    expect(asked.length).toBeLessThan(3 * (LEADS.held / 250));
  });

  test('commands answer soon, count right, and export every lead once', async () => {
    const ask = async (...args: string[]) => {
      const [started, before] = [performance.now(), process.cpuUsage()];
      const { code, stdout, stderr } = await leadsCommand([...args, '--json'], filled.environment);
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      const { user, system } = process.cpuUsage(before);
      const times = args[0] === 'export' ? 6 : 1;
      expect((user + system) / 1_000).toBeLessThan(times * COMMAND_MS);
      expect(performance.now() - started).toBeLessThan(times * WAITED_MS);
      return JSON.parse(stdout);
    };
    const { counts } = await ask('list');
    expect((await ask('show', 'personne40008@example.ch')).leads).toHaveLength(2);
    const { erased } = await ask('erase', 'personne40008@example.ch', '--yes');
    expect(erased.filter(({ what }: { what: string }) => what === 'lead')).toHaveLength(2);
    const { counts: after, days, weeks } = await ask('funnel');
    const total = (all: Record<string, number>) => Object.values(all).reduce((sum, one) => sum + one, 0);
    expect(total(counts) - total(after)).toBe(2);
    expect([days.length, weeks.length]).toEqual([14, 8]);
    const exported: { id: string; createdAt: string }[] = await ask('export');
    expect(new Set(exported.map(({ id }) => id)).size).toBe(total(after));
    expect(
      exported.every(({ createdAt }, index) => createdAt <= (exported[index - 1]?.createdAt ?? createdAt)),
    ).toBe(true);
    expect(await ask('export', '--held')).toHaveLength(after.held ?? 0);
  });

  test('held leads are erased before a day and released together; those released stand behind a lead that comes later', async () => {
    const day = new Date(now - 30 * 86_400_000).toISOString().slice(0, 10);
    const ask = async (...args: string[]) =>
      JSON.parse((await leadsCommand([...args, '--json'], filled.environment)).stdout);
    const { counts } = await ask('list');
    const { erased } = await ask('erase', '--held', '--before', day, '--yes');
    expect(erased.length).toBeGreaterThan(3_000);
    expect(erased.length).toBeLessThan(7_000);
    const { released } = await ask('release', '--held');
    expect(released).toHaveLength(counts.held - erased.length);
    expect((await ask('list')).counts).toMatchObject({ held: 0, delivered: counts.delivered });

    const db = opened();
    const honest = someLead();
    // Nothing else that was never held is due.
    await db
      .updateTable('outbox')
      .set({ due_at: Date.now() + 3_600_000 })
      .where('released', '=', 0)
      .where('state', '=', 'waiting')
      .execute();
    await leadWriter(db).insert(honest, Date.now());
    const claimed = () => claim(db, { owner: 'test', now: Date.now() + 1 });
    expect((await claimed()).map(({ lead }) => lead.id)).toEqual([honest.id]);
    const behind = await claimed();
    expect(behind).toHaveLength(10);
    for (const { lead } of behind) expect(released).toContain(lead.id);
  });
});
