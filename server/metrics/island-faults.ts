import type { FastifyInstance } from 'fastify';
import type { Instant } from '#domain/instant.ts';
import { FAULTS_OF_ISLANDS, ISLAND_FAULTS, ISLANDS } from '#domain/island-faults.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import type { Metrics } from './metrics.ts';

/** A page has five islands at most; a browser that tells more in a minute is not counted further. */
const A_MINUTE = 20;

interface Told {
  Querystring: { island?: unknown; fault?: unknown };
}

/**
 * POST /api/island-faults: a browser tells that an island met a page that it did not expect (site/islands/hydrate.ts).
 * Counted by names of ours alone; nothing of the visitor is kept, and the answer is the same whatever was told.
 */
export function islandFaultsRoute(app: FastifyInstance, metrics: Metrics, now: () => Instant): void {
  const limit = rateLimit(A_MINUTE, now);
  let told = 0;
  app.post<Told>(ISLAND_FAULTS, async ({ query, ip }, reply) => {
    const island = ISLANDS.find((one) => one === query.island);
    const fault = FAULTS_OF_ISLANDS.find((one) => one === query.fault);
    told += 1;
    if (island && fault && limit.take(ip, String(told)).ok) metrics.islandFault(island, fault);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
