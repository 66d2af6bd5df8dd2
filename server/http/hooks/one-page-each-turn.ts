import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkPath } from '../addresses.ts';
import { FORM_TYPE } from '../forms.ts';

/**
 * Starts at most one request for a rendered page in each iteration of the event loop, in the order of arrival. Rendering
 * blocks the thread for milliseconds. Without this limit, a hundred such requests that arrive together are rendered in
 * one iteration, and a lead that arrives next is read only after the last of them.
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
 * Whether the request may be answered with a page that is rendered for it: posted forms, secret links, the page of free
 * times, and any URL with a query. A URL with a percent-escape counts too, because it may be one of those once decoded.
 */
function isRendered({ method, url, headers }: FastifyRequest): boolean {
  if (method === 'POST') return headers['content-type']?.toLowerCase().startsWith(FORM_TYPE) ?? false;
  if (url.startsWith('/api/')) return false;
  return /[?%]/.test(url) || url === '/rendez-vous' || linkPath(url) !== undefined;
}
