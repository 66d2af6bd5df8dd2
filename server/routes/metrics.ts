import type { FastifyInstance } from 'fastify';
import { standingAlarms } from '../messages/alarms.ts';
import { mailSummary } from '../messages/summary.ts';
import type { Counts } from '../metrics/counts.ts';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.ts';
import { messageFamilies } from '../metrics/message-families.ts';
import { outboxFamilies } from '../metrics/outbox-families.ts';
import { processFamilies } from '../metrics/process-families.ts';
import type { RunningDelivery } from '../outbox/running-delivery.ts';
import type { Database } from '../store/database.ts';
import { outboxState, queueFront } from '../store/outbox/outbox-state.ts';

export interface MetricsDeps {
  readonly db: Database;
  readonly counts: Counts;
  /** Undefined: nothing is configured to deliver to. */
  readonly delivery: RunningDelivery | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** GET /metrics, for Prometheus: numbers only, nothing about a visitor. */
export function metricsRoute(app: FastifyInstance, { db, counts, delivery, now }: MetricsDeps): void {
  app.get('/metrics', async (_request, reply) => {
    const [state, front, mail, alarms] = await Promise.all([
      outboxState(db, now()),
      queueFront(db, now()),
      mailSummary(db),
      standingAlarms(db),
    ]);
    const outbox = outboxFamilies({ ...state, ...front }, delivery?.hasStalled(state) ?? false);
    return reply
      .type(EXPOSITION_TYPE)
      .send(
        exposition([
          ...counts.families(),
          ...outbox,
          ...messageFamilies(mail, alarms, now()),
          ...processFamilies(),
        ]),
      );
  });
}
