import type { FastifyInstance } from 'fastify';

/** One line for each answer: method, path without its query, status, duration in milliseconds. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method: request.method, path: pathOf(request.url), status: reply.statusCode, ms });
  });
}

/** The path of a request target; the query may hold a name and an e-mail. */
export function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}
