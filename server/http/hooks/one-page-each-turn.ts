import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkPath } from '../addresses.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Lets one request for a rendered page begin in each turn of the event loop, in the order in which they came. Rendering
 * takes milliseconds in which nothing else is heard: a hundred such requests at once would begin in the same turn, and a
 * lead that comes next would wait for all of them.
 */
export function onePageEachTurn(app: FastifyInstance): void {
  let turn = Promise.resolve();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isRendered(request)) return done();
    turn = turn.then(() => nextTurn());
    void turn.then(() => done());
  });
}

/**
 * Whether the answer may be a rendered page: to a form, behind a secret link, of free times, or for what the query says.
 * An address with an escape is taken for one, as the router decodes it.
 */
function isRendered({ method, url, headers }: FastifyRequest): boolean {
  if (method === 'POST') return headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;
  if (url.startsWith('/api/')) return false;
  return /[?%]/.test(url) || url === '/rendez-vous' || linkPath(url) !== undefined;
}
