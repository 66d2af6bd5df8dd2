import type { FastifyInstance } from 'fastify';
import type { Instant } from '#domain/instant.ts';
import { fromStore } from '../http/from-store.ts';
import { standingAlarms } from '../messages/alarms.ts';
import { mailSummary } from '../messages/summary.ts';
import { outboxState, queueFront } from '../outbox/outbox-state.ts';
import type { RunningDelivery } from '../outbox/running-delivery.ts';
import type { Database } from '../store/database.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsDeps {
  readonly db: Database;
  readonly metrics: Metrics;
  /** Undefined when no destination is configured. */
  readonly delivery: RunningDelivery | undefined;
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
      metrics.outbox({ ...state, ...front }, delivery?.hasStalled(state) ?? false);
      metrics.mails(mails, now());
    }
    return reply.type(metrics.contentType).send(await metrics.exposition());
  });
}
