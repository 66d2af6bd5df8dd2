import type { FastifyInstance } from 'fastify';
import { askRoute } from './ask.ts';
import type { AuditRouteDeps } from './deps.ts';
import { eventsRoute } from './events.ts';
import { readRoutes } from './read.ts';

/** Everything about express audits: asking, following, reading. */
export async function auditRoutes(app: FastifyInstance, deps: AuditRouteDeps): Promise<void> {
  askRoute(app, deps);
  readRoutes(app, deps);
  eventsRoute(app, deps);
}
