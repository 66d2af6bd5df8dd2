import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import type { Database } from '#server/store/database.ts';
import { manualClock } from './clock.ts';
import { fakeDestination } from './destination.ts';
import { someLead } from './leads.ts';

/** A refusal whose message repeats the lead's data, as a provider's may. */
export const rejected = (status = 422) =>
  ({ kind: 'rejected', rejection: { status, message: 'no, says ada@example.ch' } }) as const;
/** A failure whose message repeats the lead's data. */
export const transient = (unknown: boolean) =>
  ({ kind: 'transient', status: 503, message: 'busy, says ada@example.ch', unknown }) as const;

export const delivered = { kind: 'delivered', remoteId: 'rec1' } as const;

/** Polls with a time limit that suits a busy machine. */
export const soon = <T>(get: () => T) => expect.poll(get, { timeout: 4_000, interval: 5 });

export type WorkerBench = ReturnType<typeof workerBenchOver>;

/**
 * A worker over a database, with a fake destination and a manual clock.
 * @param open opens an empty database of the newest version
 * @returns its `leaves: false` has requests wait for their departure until the test lets them leave
 */
export const workerBenchOver =
  (open: () => Promise<Database>) =>
  async ({ alone = false, leaves = true, concurrency = 1 } = {}) => {
    const db = await open();
    const clock = manualClock();
    const destination = fakeDestination(undefined, leaves);
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
        state?: 'waiting';
        remote_id?: null;
      }) => db.updateTable('outbox').set(values).execute(),
      start: () => {
        const worker = startWorker({ db, destination, clock, random: () => 1, log, alone, concurrency });
        onTestFinished(async () => {
          const stopped = worker.stop();
          clock.advance(10_000);
          await stopped;
        });
        return worker;
      },
    };
  };
