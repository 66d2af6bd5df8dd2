import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

/**
 * One line for each answer: method, path without its query, status, duration in milliseconds. What it holds is
 * named here one by one and is never personal, so it is spared the search for what must be blotted out.
 */
export function logAnswers(app: FastifyInstance, log: Log): void {
  const answers = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    answers.info({ reqId, method, path: pathOf(url), status: reply.statusCode, ms });
    done();
  });
}

/** The path of a request target; the query may hold a name and an e-mail. */
export function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}
