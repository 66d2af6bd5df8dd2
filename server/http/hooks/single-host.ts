import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problem.ts';

/**
 * Answers 400 to a request with two Host headers (RFC 9112, section 3.2): Node keeps the first, a proxy in front may
 * have checked the second.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Names and values in turn.
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (hosts.length > 1) sendProblem(reply, 400, 'La requête nomme plusieurs hôtes.');
    else done();
  });
}
