import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../routes/problem.ts';

/**
 * Refuses a request with two Host headers: Node keeps the first, a proxy in front may have trusted the second
 * (RFC 9112, section 3.2: such a request is answered with 400).
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
    if (hosts > 1) return sendProblem(reply, 400, 'La requête nomme plusieurs hôtes.');
  });
}
