import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Prepares a server for a graceful shutdown.
 * @param lingerMs how long to wait before closing, which cuts idle connections: a request may just be arriving on one
 * @returns a function that makes every further answer carry `Connection: close`; it resolves when closing is safe
 */
export function announceClosing(app: FastifyInstance, lingerMs: number): () => Promise<void> {
  let leaving = false;
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  return async () => {
    leaving = true;
    await after(lingerMs);
  };
}
