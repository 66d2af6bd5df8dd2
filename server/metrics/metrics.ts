import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ALARM_NAMES } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import { FAULTS_OF_ISLANDS, ISLAND_FAULTS, ISLANDS, type IslandFault } from '#domain/island-faults.ts';
import type { Destination, Outcome } from '../destinations/destination.ts';
import { pathOf } from '../http/addresses.ts';
import { fromStore } from '../http/from-store.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import { type StandingAlarm, standingAlarms } from '../messages/alarms.ts';
import { type MailSummary, mailSummary } from '../messages/summary.ts';
import type { RunningDelivery } from '../outbox/delivery.ts';
import { type OutboxState, outboxState, type QueueFront, queueFront } from '../outbox/outbox-state.ts';
import type { Database } from '../store/database.ts';
import { droppedLines } from '../system/log.ts';

/** A page has five islands at most; a browser that tells more in a minute is not counted further. */
const A_MINUTE = 20;

interface Told {
  Querystring: { island?: unknown; fault?: unknown };
}

/**
 * POST /api/island-faults: a browser tells that an island met a page that it did not expect (site/islands/hydrate.ts).
 * Counted by names of ours alone; nothing of the visitor is kept, and the answer is the same whatever was told.
 */
export function islandFaultsRoute(app: FastifyInstance, metrics: Metrics, now: () => Instant): void {
  const limit = rateLimit(A_MINUTE, now);
  let told = 0;
  app.post<Told>(ISLAND_FAULTS, async ({ query, ip }, reply) => {
    const island = ISLANDS.find((one) => one === query.island);
    const fault = FAULTS_OF_ISLANDS.find((one) => one === query.fault);
    told += 1;
    if (island && fault && limit.take(ip, String(told)).ok) metrics.islandFault(island, fault);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5];

/** What a lead may be answered. Each counts from 0: Prometheus sees no increase in a series that begins at 1. */
const STATUSES = [200, 201, 303, 403, 409, 413, 415, 422, 429, 503];
const OUTCOMES: readonly Outcome['kind'][] = ['delivered', 'rejected', 'transient'];

/** What this process has counted since it began, and what it knows of the outbox. */
export interface Metrics {
  /** An answer of the public listener. */
  answered(milliseconds: number): void;
  /** An answer to a lead. */
  leadAnswered(status: number): void;
  /** A browser told that React met a page that it did not expect. */
  islandFault(island: string, fault: IslandFault): void;
  attempted(outcome: Outcome['kind']): void;
  /** Where the stored leads stand now; with PostgreSQL, those of all servers together. */
  outbox(state: OutboxState & QueueFront, stalled: boolean): void;
  /** How the mails fare and which alarms stand, over all servers together. */
  mails(mails: MailSummary, now: Instant): void;
  alarms(standing: readonly StandingAlarm[]): void;
  /** The text that Prometheus reads: numbers only, nothing about a visitor. */
  exposition(): Promise<string>;
  readonly contentType: string;
}

/** Our own metrics beside those of the process that Prometheus's dashboards know: memory, time, the event loop's delay. */
export function startMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const leads = new Counter({
    name: 'oui48_leads_total',
    help: 'Answers to leads by status: 201 and 303 accepted, 200 repeated, others refused.',
    labelNames: ['status'],
    registers,
  });
  const attempts = new Counter({
    name: 'oui48_delivery_attempts_total',
    help: 'Leads sent to the destination, by what became of each.',
    labelNames: ['outcome'],
    registers,
  });
  new Counter({
    name: 'oui48_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, as nobody read them or their disk was full.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  const islandFaults = new Counter({
    name: 'oui48_island_faults_total',
    help:
      'Told by browsers: React found another page than it had rendered (an extension, a translation) and made the island ' +
      'anew, or failed and left the plain HTML.',
    labelNames: ['island', 'fault'],
    registers,
  });
  for (const status of STATUSES) leads.inc({ status }, 0);
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  const durations = new Histogram({
    name: 'oui48_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    buckets: BUCKETS,
    registers,
  });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const outboxLeads = gauge(
    'oui48_outbox_leads',
    'Leads by where their delivery stands, counted up to 2000; refused ones go on being tried, held ones wait for ' +
      'an operator. What was delivered is in oui48_delivery_attempts_total.',
    'state',
  );
  const oldest = gauge(
    'oui48_outbox_oldest_waiting_seconds',
    'Age of the oldest of the first 2000 leads in the queue, held ones left out; 0 when there is none.',
  );
  const due = gauge(
    'oui48_outbox_due_seconds',
    'For how long the first lead in the queue has been due; 0 when none is.',
  );
  const isStalled = gauge(
    'oui48_delivery_stalled',
    '1 when something has been due for over 10 minutes, nothing was delivered meanwhile and the provider asked for no pause.',
  );
  const isPaused = gauge('oui48_delivery_paused', '1 while the operator has paused the delivery.');
  const stuckMails = gauge(
    'oui48_mails_stuck',
    'Mails that were attempted and that no mail server has accepted yet, counted up to 2000; each goes on being tried.',
  );
  const stuckFor = gauge(
    'oui48_mails_stuck_seconds',
    'For how long the oldest of them has been owed; 0 when there is none.',
  );
  const alarmGauge = gauge('oui48_alarm', '1 while an alarm stands of which the owner was told.', 'alarm');

  return {
    answered: (milliseconds) => durations.observe(milliseconds / 1000),
    leadAnswered: (status) => leads.inc({ status }),
    islandFault: (island, fault) => islandFaults.inc({ island, fault }),
    attempted: (outcome) => attempts.inc({ outcome }),
    outbox({ waiting, refused, held, oldestMs, dueForMs, pausedSince }, stalled) {
      for (const [state, count] of Object.entries({ waiting, refused, held }))
        outboxLeads.set({ state }, count);
      oldest.set(oldestMs / 1000);
      due.set(dueForMs / 1000);
      isStalled.set(stalled ? 1 : 0);
      isPaused.set(pausedSince === null ? 0 : 1);
    },
    mails({ stuck, stuckSince }, now) {
      stuckMails.set(stuck);
      stuckFor.set(stuckSince === undefined ? 0 : Math.max(0, now - stuckSince) / 1000);
    },
    alarms(standing) {
      for (const alarm of ALARM_NAMES)
        alarmGauge.set({ alarm }, standing.some(({ name }) => name === alarm) ? 1 : 0);
    },
    exposition: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Counts and times every answer, and counts those to leads by status, for /metrics. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(reply.elapsedTime);
    if (request.method === 'POST' && pathOf(request.url) === '/api/leads')
      metrics.leadAnswered(reply.statusCode);
    done();
  });
}

/** The same destination, whose attempts are counted. */
export function countedDestination(destination: Destination, metrics: Metrics): Destination {
  return {
    ...destination,
    async deliver(...sent) {
      const outcomes = await destination.deliver(...sent);
      for (const { kind } of outcomes.values()) metrics.attempted(kind);
      return outcomes;
    },
    async find(...sought) {
      const looked = await destination.find(...sought);
      for (const { kind } of looked.values()) if (kind !== 'searched') metrics.attempted(kind);
      return looked;
    },
  };
}

export interface MetricsDeps {
  readonly db: Database;
  readonly metrics: Metrics;
  /** This server's; undefined while another one works, and where no destination is set. */
  readonly delivery: () => RunningDelivery | undefined;
  readonly now: () => Instant;
}

/** GET /metrics, for Prometheus: numbers only, nothing about a visitor. */
export function metricsRoute(app: FastifyInstance, { db, metrics, delivery, now }: MetricsDeps): void {
  app.get('/metrics', async (_request, reply) => {
    const alarms = await fromStore(standingAlarms(db));
    metrics.alarms(alarms);
    // Nothing can be counted in a database that is lost, and that it is has to be heard all the same.
    if (!alarms.some(({ name }) => name === 'database-lost')) {
      const [state, front, mails] = await fromStore(
        Promise.all([outboxState(db, now()), queueFront(db, now()), mailSummary(db)]),
      );
      metrics.outbox({ ...state, ...front }, delivery()?.hasStalled(state) ?? false);
      metrics.mails(mails, now());
    }
    return reply.type(metrics.contentType).send(await metrics.exposition());
  });
}
