import type { FastifyInstance } from 'fastify';
import type { Log } from '../system/log.ts';
import { within } from '../system/within.ts';

/** A stop ends within 10 s: what is not closed by then is left to the system. */
const CLOSED_MS = 8_500;

/** Last opened, first closed; one that fails, or does not come to an end, does not keep the others open. */
export async function closeAll(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  const until = performance.now() + CLOSED_MS;
  for (const close of closers.toReversed())
    await attempt(() => within(Math.max(0, until - performance.now()), Promise.resolve(close())), log);
}

/** All at the same time; one that fails does not keep the others open. */
export async function closeTogether(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  await Promise.all(closers.map((close) => attempt(close, log)));
}

async function attempt(close: () => unknown, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error(
      { err: error },
      'L’arrêt n’a pas été net. Les contacts enregistrés sont intacts. Rien n’est à faire.',
    );
  }
}

/** Lets answers under way finish; a client that is too slow is cut off. */
export async function drain(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
