import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import type { AirtableConfig } from '#server/config/config.ts';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { recordFields } from '#server/destinations/airtable/record-fields.ts';
import { goneRecords } from '#server/leads/operator/gone-records.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { deliverRecord, mendRecords } from '#server/leads/provider-record.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import { READ_BACK_POLL_MS, type ReadBackOptions, readOn } from '#server/outbox/read-back/read-back.ts';
import { newestReading } from '#server/outbox/read-back/run.ts';
import type { Database } from '#server/store/database.ts';
import { toColumns } from '#server/store/leads/lead-row.ts';
import { FAKE, type FakeOptions, startFakeAirtable } from './airtable.ts';
import { settingsByName } from './airtable-settings.ts';
import { leapingClock } from './clock.ts';
import { someLeads } from './leads.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Four in the morning in Switzerland. */
export const NIGHT = Date.parse('2026-11-24T03:00:00Z');
const PLACE = `${FAKE.baseId}/${FAKE.table}`;

export interface ReadBackBench extends FakeOptions {
  /** How long one request may take. */
  readonly timeoutMs?: number;
  /** When the clock begins; four in the morning when it is not given. */
  readonly from?: Instant;
}

/** Delivered leads, the provider that has their records, and servers that read those back, on a clock that leaps. */
export async function readBackBench(
  open: () => Promise<Database>,
  { timeoutMs = 10_000, from = NIGHT, ...options }: ReadBackBench,
) {
  const clock = leapingClock(from);
  const db = await open();
  onTestFinished(() => db.destroy());
  const fake = await startFakeAirtable({ now: clock.now, ...options });
  onTestFinished(() => fake.close());
  const log = pino({ enabled: false });
  const byName = settingsByName(fake);
  const ours = pacedSender(byName, clock, timeoutMs);
  const destination = airtable(byName, clock, ours);
  const server = (owner: string, settings: AirtableConfig = byName) => {
    const mend: ReadBackOptions['mend'] = (read, night) => mendRecords(db, read, night, clock.now());
    const paced = settings === byName ? ours : pacedSender(settings, clock, timeoutMs);
    const deps = { db, records: recordReader(settings, paced), clock, log, mend };
    const step = () => readOn(deps, new AbortController().signal);
    /** Until there is nothing to do. */
    const night = async () => {
      while ((await step()) !== READ_BACK_POLL_MS);
      return newestReading(db);
    };
    /** What is to be written into records, as the server does it. */
    const mended = async () => {
      const fields = { db, records: recordFields(settings, paced), clock, random: () => 0, log };
      await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
      const claim = { channel: 'provider', owner, now: clock.now(), limit: 100 } as const;
      for (const message of await claimMessages(db, claim))
        await deliverRecord(fields, message, owner, new AbortController().signal);
    };
    return { step, night, mended };
  };
  /** Leads that were delivered, in their order, a minute from one to the next. */
  const deliver = async (count: number, daysAgo: number, place: string | null = PLACE) => {
    const leads = someLeads(count);
    for (let from = 0; from < count; from += 10) {
      const some = leads.slice(from, from + 10);
      const limits = { signal: new AbortController().signal, until: Number.POSITIVE_INFINITY };
      const outcomes = await destination.deliver({ leads: some, strategy: 1 }, limits);
      const rows = some.map((lead, index) => {
        const at = clock.now() - daysAgo * DAY + (from + index) * MINUTE;
        const outcome = outcomes.get(lead.id);
        if (outcome?.kind !== 'delivered') throw new Error('not delivered');
        return { lead, at, remoteId: outcome.remoteId };
      });
      await db
        .insertInto('leads')
        .values(
          rows.map(({ lead, at }) => ({
            id: lead.id,
            ...toColumns(lead),
            status: 'Cold' as const,
            created_at: at,
          })),
        )
        .execute();
      await db
        .insertInto('outbox')
        .values(
          rows.map(({ lead, at, remoteId }) => ({
            ...{
              lead_id: lead.id,
              state: 'delivered' as const,
              strategy: 1,
            },
            ...{ due_at: at, delivered_at: at, remote_id: remoteId, record_place: place },
          })),
        )
        .execute();
    }
    return leads;
  };
  const recordOf = ({ email }: { email: string }) =>
    fake.records.find(({ fields }) => fields.Email === email)?.id ?? '';
  /** Sends what is due, as the server does. */
  const work = async () => {
    const worker = startWorker({ db, destination, clock, random: () => 0, log, alone: false });
    const waiting = () => db.selectFrom('outbox').select('lead_id').where('state', '=', 'waiting').execute();
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    await worker.stop();
    // A reading takes what was delivered before it began.
    await clock.wait(1);
  };
  const stateOf = async ({ id }: { id: string }) => (await operatorReader(db).byIdPrefix(id))[0]?.recordState;
  const named = async () => (await goneRecords(db, 1_000)).first.map(({ id }) => id).toSorted();
  const listed = () => fake.requests.filter(({ path }) => path.endsWith('/listRecords'));
  return {
    db,
    clock,
    fake,
    server,
    deliver,
    recordOf,
    work,
    stateOf,
    named,
    listed,
    byName,
    destination,
    log,
  };
}
