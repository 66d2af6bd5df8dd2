import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from './plugins/log.ts';

/** Last opened, first closed; one that fails does not keep the others open. */
export async function closeAll(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error(
        { err: error },
        'L’arrêt n’a pas été net. Les contacts enregistrés sont intacts. Rien n’est à faire.',
      );
    }
  }
}

/** Lets answers under way finish; a client that is too slow is cut off. */
export async function drain(app: FastifyInstance, graceMs: number): Promise<void> {
  const deadline = new AbortController();
  const cut = after(graceMs, undefined, { signal: deadline.signal }).then(
    () => app.server.closeAllConnections(),
    () => {},
  );
  await app.close();
  deadline.abort();
  await cut;
}
