import type { FastifyInstance } from 'fastify';
import { pathOf } from '../http/addresses.ts';
import type { Metrics } from './metrics.ts';

/** Counts and times every answer, and counts those to leads by status, for /metrics. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(reply.elapsedTime);
    if (request.method === 'POST' && pathOf(request.url) === '/api/leads')
      metrics.leadAnswered(reply.statusCode);
    done();
  });
}
