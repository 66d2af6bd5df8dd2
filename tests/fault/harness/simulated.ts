import { pino } from 'pino';
import type { Lead } from '#domain/lead.ts';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import type { Destination } from '#server/destinations/destination.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { outboxState } from '#server/outbox/outbox-state.ts';
import { startWorker } from '#server/outbox/outbox-worker.ts';
import { type FakeOptions, startFakeAirtable } from '../../fakes/airtable.ts';
import { settingsOf } from '../../fakes/airtable-settings.ts';
import { leapingClock } from '../../fakes/clock.ts';
import { relatedLeads } from '../../fakes/leads.ts';
import { newSqlite } from '../../support/new-sqlite.ts';
import { startEditor } from './editor.ts';
import { judge } from './oracle.ts';
import type { Scene } from './row.ts';

export interface SimulatedOptions extends Omit<FakeOptions, 'now'> {
  /** How long a request to the provider may take, in milliseconds of the wall's clock. */
  readonly timeoutMs?: number;
  /** To watch what the worker hands to the destination. */
  readonly watch?: (destination: Destination) => Destination;
}

/**
 * The way from the database to the provider in this process, on a clock that leaps over every wait: for faults that
 * last for hours. The provider is spoken to over HTTP all the same, and counts requests on the same clock.
 */
export async function simulated(scene: Scene, options: SimulatedOptions = {}) {
  const { timeoutMs = 5_000, watch = (same) => same, ...fakeOptions } = options;
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now, ...fakeOptions });
  scene.onEnd(() => fake.close());
  startEditor(fake, scene.random);
  const db = await newSqlite();
  scene.onEnd(() => db.destroy());
  const writer = leadWriter(db);
  const log = pino({ level: 'silent' });
  const settings = settingsOf(fake);
  const destination = watch(airtable(settings, clock, pacedSender(settings, clock, timeoutMs)));
  const stored = new Map<string, Lead>();
  return {
    clock,
    fake,
    stored,
    /** How many are not delivered, and how many of those were refused by every strategy. */
    async summary() {
      const { waiting, refused } = await outboxState(db, clock.now());
      return { undelivered: waiting + refused, refused };
    },
    /** Stores leads as the service does before it acknowledges them. */
    async store(leads: readonly Lead[] | number) {
      for (const lead of typeof leads === 'number' ? relatedLeads(leads) : leads) {
        await writer.insert(lead, clock.now());
        stored.set(lead.id, lead);
      }
    },
    deliver() {
      // On a clock that leaps over every wait, waits side by side would pass one after the other.
      const worker = startWorker({
        db,
        destination,
        clock,
        random: scene.random,
        log,
        alone: true,
        concurrency: 1,
      });
      scene.onEnd(() => worker.stop());
    },
    /** @param without leads that the provider will never take */
    verdict: (...without: readonly Lead[]) => {
      const sent = [...stored.values()];
      return judge({ acknowledged: sent.filter((lead) => !without.includes(lead)), sent }, fake);
    },
  };
}
