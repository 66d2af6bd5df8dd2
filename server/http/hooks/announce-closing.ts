import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Longer than a request needs from a client's hands to this process. Closing cuts the connections that look idle,
 * and a request may be on its way on any of them.
 */
const LINGER_MS = 300;

/**
 * Lets a server say goodbye before it closes: from then on every answer asks for its connection to be given up.
 * @returns the goodbye, which resolves when closing cuts nobody off
 */
export function announceClosing(app: FastifyInstance): () => Promise<void> {
  let leaving = false;
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  return async () => {
    leaving = true;
    await after(LINGER_MS);
  };
}
