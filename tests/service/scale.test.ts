import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDue } from '#server/outbox/make-due.ts';
import { retryRefused } from '#server/outbox/retry-refused.ts';
import { startWorker } from '#server/outbox/worker.ts';
import { leadWriter } from '#server/store/lead-writer.ts';
import { operatorReader } from '#server/store/operator-reader.ts';
import { operatorWriter } from '#server/store/operator-writer.ts';
import { outboxState, queueFront } from '#server/store/outbox-state.ts';
import { manualClock } from '../fakes/clock.ts';
import { fakeDestination } from '../fakes/destination.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { transient } from '../fakes/worker-bench.ts';
import { FILLED, type FilledDatabase, planOf } from './scale-database.ts';

/** A tenth of what `npm run bench:scale` fills in. */
const LEADS = { delivered: 100_000, held: 10_000, refused: 3_000 };
/** Reads a table from end to end, or an index that holds every row of it. */
const WHOLE_TABLE =
  /Seq Scan on (leads|outbox)\b|SCAN (leads|outbox)\b(?! USING (COVERING )?INDEX (outbox_|leads_by_created))/;

describe.each(FILLED)('%s with 113,000 leads', (_name, make) => {
  let folder: string;
  let filled: FilledDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oui-48-scale-'));
    filled = await make(folder, { ...LEADS, now: Date.now() });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('no statement of the worker, of readiness or of the commands reads a whole table', async () => {
    const heard = new Map<string, CompiledQuery>();
    const db = filled.open((statement) => void heard.set(statement.sql, statement));
    onTestFinished(() => db.destroy());
    const writer = leadWriter(db);
    for (const lead of someLeads(12)) await writer.insert(lead, Date.now());
    const clock = manualClock(Date.now());
    const destination = fakeDestination();
    destination.answers.push(() => transient(true));
    const log = pino({ level: 'silent' });
    const worker = startWorker({ db, destination, clock, random: () => 1, log, alone: true });
    await expect.poll(() => destination.groups.length, { timeout: 20_000 }).toBeGreaterThan(2);
    const stopped = worker.stop();
    await stopped;
    await outboxState(db, Date.now());
    await queueFront(db, Date.now());
    await writer.probe(Date.now());
    await makeDue(db, Date.now).next();
    await retryRefused(db, { refusedSince: Date.now(), now: Date.now() });
    const reader = operatorReader(db);
    const erasing = operatorWriter(db);
    for (const state of [undefined, 'delivered', 'waiting', 'refused', 'held'] as const)
      await reader.newest(50, state);
    await reader.pages().next();
    const [lead] = await reader.byEmail('PERSONNE7@example.ch');
    await reader.byIdPrefix(lead?.id.slice(0, 8) ?? '');
    await reader.heldBefore(Date.now());
    await erasing.erase([lead?.id ?? '']);
    await erasing.makeDue([lead?.id ?? '']);
    await erasing.release([lead?.id ?? '']);
    await erasing.eraseHeld(Date.now() - 59 * 86_400_000).next();
    expect(heard.size).toBeGreaterThan(25);
    const plain = filled.open();
    onTestFinished(() => plain.destroy());
    for (const statement of heard.values()) {
      if (!/\b(outbox|leads)\b/.test(statement.sql)) continue;
      const plan = await planOf(plain, statement);
      expect({ sql: statement.sql, plan: plan.filter((step) => WHOLE_TABLE.test(step)) }).toEqual({
        sql: statement.sql,
        plan: [],
      });
    }
  });
});
void someLead;
