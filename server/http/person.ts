import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House, OwnPage } from '../pages/house-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The frame of every page that the server renders itself. */
    readonly house: House;
  }
}

/** Whether to answer with a page instead of JSON: a browser that navigates or posts a form accepts HTML. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  const byHand = type === undefined || type.startsWith('application/x-www-form-urlencoded');
  return byHand && (headers.accept?.includes('text/html') ?? false);
}

/** Sends a page that the server rendered; it is never cached. */
export function sendPage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  const { house } = reply.server;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', house.policy)
    .type('text/html; charset=utf-8')
    .send(house.page(page));
}

/** The same for an address that holds a secret or personal data: not indexed, and never sent as a referrer. */
export function sendPrivatePage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  return sendPage(
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
    status,
    page,
  );
}
