import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { startWorker } from '#server/outbox/worker.ts';
import { openSqlite } from '#server/store/database.ts';
import { leadReader } from '#server/store/lead-reader.ts';
import { leadWriter } from '#server/store/lead-writer.ts';
import { migrate } from '#server/store/migrations.ts';
import { type Fault, startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { someLeads } from '../fakes/leads.ts';

const rejection = { error: { type: 'INVALID_REQUEST_UNKNOWN', message: 'Not today' } };

const NONE: Fault = { kind: 'none' };

const WEATHER: readonly Fault[] = [
  NONE,
  NONE,
  NONE,
  { kind: 'close' },
  { kind: 'stored-close' },
  { kind: 'hang' },
  { kind: 'stored-hang' },
  { kind: 'stored-status', status: 500 },
  { kind: 'stored-status', status: 408 },
  { kind: 'status', status: 503, body: '<html>' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 422, body: rejection },
  { kind: 'status', status: 403, body: rejection },
];

/** The same numbers for the same seed (Park and Miller, 1988). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test.each([1, 2, 3])(
  'weather %i: 60 leads through 200 requests of faults arrive, once each',
  async (seed) => {
    const clock = leapingClock();
    const random = seeded(seed);
    const fake = await startFakeAirtable({ now: clock.now });
    onTestFinished(() => fake.close());
    const weather = Array.from({ length: 200 }, () => WEATHER[Math.floor(random() * WEATHER.length)]);
    for (const fault of weather) fake.fail(fault ?? { kind: 'latency', ms: 0 });

    const db = openSqlite(':memory:');
    onTestFinished(() => db.destroy());
    await migrate(db);
    const leads = someLeads(60);
    const writer = leadWriter(db);
    for (const lead of leads) await writer.insert(lead, clock.now());
    const log = pino({ level: 'silent' });
    const destination = airtable(settingsOf(fake), { clock, timeoutMs: 100 });
    const worker = startWorker({ db, destination, clock, random, log, alone: true });
    onTestFinished(() => worker.stop());

    await expect
      .poll(() => leadReader(db).outboxSummary(), { timeout: 50_000 })
      .toMatchObject({ waiting: 0, delivered: 60 });
    expect(fake.records.map(({ fields }) => fields.Email).toSorted()).toEqual(
      leads.map(({ email }) => email).toSorted(),
    );
  },
);
