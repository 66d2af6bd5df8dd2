import type { FastifyInstance } from 'fastify';
import type { Counts } from '../../metrics/counts.ts';
import { pathOf } from '../addresses.ts';

/** Counts every answer, and those to leads by their status. */
export function countAnswers(app: FastifyInstance, counts: Counts): void {
  app.addHook('onResponse', (request, reply, done) => {
    counts.answered(reply.elapsedTime);
    if (request.method === 'POST' && pathOf(request.url) === '/api/leads')
      counts.leadAnswered(reply.statusCode);
    done();
  });
}
