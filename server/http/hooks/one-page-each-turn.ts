import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkPath } from '../addresses.ts';
import { FORM_TYPE } from '../forms.ts';

/**
 * Starts at most one request for a rendered page in each iteration of the event loop, in the order of arrival. Rendering
 * blocks the thread for milliseconds: without this, a hundred such requests that arrive together are all handled in one
 * iteration, and a lead that arrives after them waits for all of them.
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
 * Whether the answer may be a rendered page: the answer to a form, a page behind a secret link, the page of free times, or
 * a page that depends on its query. So may any address with a percent-escape, because the router decodes it later.
 */
function isRendered({ method, url, headers }: FastifyRequest): boolean {
  if (method === 'POST') return headers['content-type']?.toLowerCase().startsWith(FORM_TYPE) ?? false;
  if (url.startsWith('/api/')) return false;
  return /[?%]/.test(url) || url === '/rendez-vous' || linkPath(url) !== undefined;
}
