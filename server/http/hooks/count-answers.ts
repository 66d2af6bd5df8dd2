import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../metrics/metrics.ts';
import { pathOf } from '../addresses.ts';

/** Metrics every answer, and those to leads by their status. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(reply.elapsedTime);
    if (request.method === 'POST' && pathOf(request.url) === '/api/leads')
      metrics.leadAnswered(reply.statusCode);
    done();
  });
}
