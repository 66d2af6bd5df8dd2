import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordFields } from '#server/destinations/airtable/record-fields.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { deliverRecord } from '#server/leads/provider-record.ts';
import { startMessageWorker } from '#server/messages/message-worker.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import { type Fault, startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { someLeads } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const MESSAGE = 'Toutes les stratégies de création de lead ont échoué. Vérifiez les permissions Airtable.';
const FIELDS = ['Email', 'ID', 'Name', 'Status', 'URL'];
const refusal = (status: number): Fault => ({
  kind: 'status',
  status,
  body: { error: { type: 'REFUSED', message: 'Refused' } },
});

describe.each(Object.entries(engines))('what says nothing about fields, on %s', (_name, open) => {
  async function bench() {
    const clock = leapingClock();
    const fake = await startFakeAirtable({ now: clock.now });
    onTestFinished(() => fake.close());
    const db = await open();
    onTestFinished(() => db.destroy());
    const lines: string[] = [];
    const writer = leadWriter(db);
    /** A server, whose destination knows nothing of the one before. */
    const start = () => {
      const worker = startWorker({
        db,
        clock,
        destination: airtable(settingsOf(fake), clock, pacedSender(settingsOf(fake), clock, 2_000)),
        random: () => 1,
        log: pino({}, { write: (line) => lines.push(line) }),
        alone: true,
        concurrency: 1,
      });
      onTestFinished(() => worker.stop());
      return worker;
    };
    const insert = async (count: number) => {
      for (const lead of someLeads(count)) await writer.insert(lead, clock.now());
    };
    /** What writes into records that are there. */
    const complete = () => {
      const paced = pacedSender(settingsOf(fake), clock);
      const log = pino({ enabled: false });
      const deps = { db, records: recordFields(settingsOf(fake), paced), clock, random: () => 0, log };
      const worker = startMessageWorker({
        ...{ db, channel: 'provider' as const, concurrency: 1, clock, log, alone: true },
        deliver: (message, owner, signal) => deliverRecord(deps, message, owner, signal),
      });
      onTestFinished(() => worker.stop());
    };
    return { clock, fake, db, start, insert, complete, log: () => lines.join('') };
  }

  test.each([401, 403, 404])(
    '%i goes through the strategies in one pass, and ends with the message',
    async (status) => {
      const { fake, start, insert, log } = await bench();
      await insert(3);
      fake.fail(refusal(status), 1_000);
      const worker = start();
      await expect.poll(log, { timeout: 4_000 }).toContain(MESSAGE);
      await worker.stop();
      const asked = fake.requests.slice(0, 4);
      const paths = asked.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);
      expect(paths).toEqual(
        ['tblFAKE0000000000', ...Array(3).fill('Acquisition')].map((path) => `POST ${path}`),
      );
      const fields = asked.map(({ body }) => Object.keys(JSON.parse(body).records[0].fields).length);
      expect(fields).toEqual([5, 5, 5, 3]);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'mended after %i answers, with restarts: every record is whole, one that was made with less is completed',
    async (answers) => {
      const { fake, db, start, insert, complete } = await bench();
      await insert(3);
      fake.fail(refusal([401, 403, 404][answers % 3] ?? 401), answers);
      // A server comes to the end of a pass, of four requests, at most; with the next one everything is due again.
      while (fake.requests.length < answers) {
        const most = Math.min(answers, fake.requests.length + 4);
        const worker = start();
        await expect.poll(() => fake.requests.length, { timeout: 9_000 }).toBeGreaterThanOrEqual(most);
        await worker.stop();
      }
      start();
      const delivered = () => db.selectFrom('outbox').where('state', '=', 'delivered').selectAll().execute();
      await expect.poll(delivered, { timeout: 9_000 }).toHaveLength(3);
      complete();
      const whole = () => fake.records.map(({ fields }) => Object.keys(fields).toSorted());
      await expect.poll(whole, { timeout: 9_000 }).toEqual([FIELDS, FIELDS, FIELDS]);
    },
  );
});
