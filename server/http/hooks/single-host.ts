import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problem.ts';

const HOST = 'host';

/**
 * Answers 400 to a request with two Host headers (RFC 9112, section 3.2): Node keeps the first, a proxy in front may
 * have checked the second.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hostsIn(request.raw.rawHeaders) > 1) sendProblem(reply, 400, 'La requête nomme plusieurs hôtes.');
    else done();
  });
}

/** @param rawHeaders names and values in turn, as Node gives them */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts;
}
