import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Turns of the event loop in which a waiting connection is accepted, what it has sent is read, and the request begins. */
const TURNS = 3;

/**
 * Prepares a server for a graceful shutdown.
 * @param lingerMs how long to wait before closing, which cuts idle connections: a request may just be arriving on one; as
 *   long again, at most, while requests that came meanwhile are still being read
 * @returns a function that makes every further answer carry `Connection: close`; it resolves when closing is safe
 */
export function announceClosing(app: FastifyInstance, lingerMs: number): () => Promise<void> {
  let leaving = false;
  let begun = 0;
  app.addHook('onRequest', async () => {
    begun += 1;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  return async () => {
    leaving = true;
    await after(lingerMs);
    // On a busy machine the time may be over before anything that came meanwhile was read.
    const end = performance.now() + lingerMs;
    for (let before = -1; before !== begun && performance.now() < end; ) {
      before = begun;
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
    }
  };
}
