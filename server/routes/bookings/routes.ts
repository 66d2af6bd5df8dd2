import type { FastifyInstance } from 'fastify';
import { bookRoutes } from './book.ts';
import type { BookingDeps } from './deps.ts';
import { manageRoutes } from './manage.ts';
import { slotsRoute } from './slots.ts';

/** The routes that book, show, move and cancel calls. */
export async function bookingRoutes(app: FastifyInstance, deps: BookingDeps): Promise<void> {
  slotsRoute(app, deps);
  bookRoutes(app, deps);
  manageRoutes(app, deps);
}
