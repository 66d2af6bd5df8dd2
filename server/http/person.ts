import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House, OwnPage } from '../pages/house-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The frame of every page that the server renders itself. */
    readonly house: House;
  }
}

/** What is one person's or stands behind an unguessable address is kept by nobody, found by nobody, passed on to nobody. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Whether an answer may be a page. */
export function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Whether to answer with a page instead of JSON: a browser that navigates or posts a form accepts HTML. */
export function isPerson(request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  const byHand = type === undefined || type.startsWith('application/x-www-form-urlencoded');
  return byHand && acceptsHtml(request);
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
  return sendPage(reply.headers(PRIVATE), status, page);
}
