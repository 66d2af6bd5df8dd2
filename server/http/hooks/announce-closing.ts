import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * How long to wait before closing, in milliseconds. Closing cuts idle connections, and a request may just be arriving
 * on one; this is longer than it takes to arrive.
 */
const LINGER_MS = 300;

/**
 * Prepares a server for a graceful shutdown.
 * @returns a function that makes every further answer carry `Connection: close`; it resolves when closing is safe
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
