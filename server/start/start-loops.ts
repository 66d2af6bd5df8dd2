import { leadRetentionMonths } from '#content/business.ts';
import type { AuditEngine } from '../audits/process/audit-protocol.ts';
import type { AirtableConfig, Config } from '../config/config.ts';
import { airtable } from '../destinations/airtable/airtable.ts';
import { type PacedSender, pacedSender, SECOND_MS } from '../destinations/airtable/paced-sender.ts';
import { recordReader } from '../destinations/airtable/read-records.ts';
import type { FanOutDeps } from '../leads/fan-out.ts';
import { mendRecords } from '../leads/provider-record.ts';
import type { Links } from '../messages/links.ts';
import { countedDestination, type Metrics } from '../metrics/metrics.ts';
import { deliveryBy, type RunningDelivery } from '../outbox/delivery.ts';
import { startWorker } from '../outbox/outbox-worker.ts';
import { startReadBack } from '../outbox/read-back/read-back.ts';
import { startRetention } from '../retention/start-retention.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { startAuditLoops } from './start-audits.ts';
import { startErasingAtProvider } from './start-erasures.ts';
import { startMessages } from './start-messages.ts';

/** All that is done for a database by one server at a time. */
export interface Loops {
  /** Undefined where no destination is set. */
  readonly delivery: RunningDelivery | undefined;
  /** A lead, a message or an audit may be due. */
  wake(): void;
  /** Something may have to be deleted at the provider. */
  wakeErasures(): void;
  /** Resolves within 5 s, whatever the database does. @param graceMs 0: what has not left does not leave any more */
  stop(graceMs?: number): Promise<void>;
}

export interface LoopsDeps {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Told of each lead that was held and is released. */
  readonly released: FanOutDeps['released'];
  /** In the place of visits to real sites. */
  readonly engine: AuditEngine | undefined;
}

/** Starts delivery, messages, alarms, audits, reading back, retention, and what erasures leave to do at the provider. */
export function startLoops(deps: LoopsDeps): Loops {
  const { config, db, clock, log } = deps;
  const paced = config.airtable && pacedSender(config.airtable, clock, undefined, clock.now() + SECOND_MS);
  const messages = startMessages({ ...deps, paced });
  const audits = startAuditLoops({ ...deps, wake: messages.wake });
  const toAirtable =
    config.airtable && paced && startAirtable(deps, config.airtable, paced, () => messages.wake());
  const wakeErasures = () => toAirtable?.erasing.wake();
  const retention = startRetention({ db, clock, log, months: leadRetentionMonths, wake: wakeErasures });
  const all = [messages, ...audits, retention, ...Object.values(toAirtable ?? {})];
  return {
    delivery: toAirtable?.delivery,
    wake() {
      for (const loop of [messages, toAirtable?.delivery, ...audits]) loop?.wake();
    },
    wakeErasures,
    async stop(graceMs) {
      await Promise.all(all.map((loop) => loop.stop(graceMs)));
    },
  };
}

function startAirtable(deps: LoopsDeps, settings: AirtableConfig, paced: PacedSender, completes: () => void) {
  const { config, db, clock, log, random, metrics } = deps;
  const destination = countedDestination(airtable(settings, clock, paced), metrics);
  const alone = config.databaseUrl === undefined;
  const worker = startWorker({ db, destination, clock, random, log, alone, completes });
  return {
    delivery: deliveryBy(worker, destination, clock),
    erasing: startErasingAtProvider(deps, paced),
    readBack: startReadBack({
      ...{ db, clock, log, records: recordReader(settings, paced) },
      mend: (read, night) => mendRecords(db, read, night, clock.now()),
    }),
  };
}
