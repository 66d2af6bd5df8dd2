import type { FastifyInstance } from 'fastify';
import type { Counts } from '../metrics/counts.ts';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.ts';
import { outboxFamilies } from '../metrics/outbox-families.ts';
import { processFamilies } from '../metrics/process-families.ts';
import type { OperatorReader } from '../store/operator-reader.ts';

export interface MetricsDeps {
  readonly counts: Counts;
  readonly operatorReader: OperatorReader;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** GET /metrics, for Prometheus: numbers only, nothing about a visitor. */
export function metricsRoute(app: FastifyInstance, { counts, operatorReader, now }: MetricsDeps): void {
  app.get('/metrics', async (_request, reply) => {
    const outbox = await outboxFamilies(operatorReader, now());
    return reply
      .type(EXPOSITION_TYPE)
      .send(exposition([...counts.families(), ...outbox, ...processFamilies()]));
  });
}
