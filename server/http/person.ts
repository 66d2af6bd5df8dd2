import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House, OwnPage } from '../pages/house-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Around every page that the server makes itself. */
    readonly house: House;
  }
}

/** Whether a person looks at the answer: a browser that opens an address or posts a form asks for a page. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  const byHand = type === undefined || type.startsWith('application/x-www-form-urlencoded');
  return byHand && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with a page of the server's own; it is never cached. */
export function sendPage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  const { house } = reply.server;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', house.policy)
    .type('text/html; charset=utf-8')
    .send(house.page(page));
}

/** The same where the address is a secret or holds what somebody typed: found by nobody, told to nobody. */
export function sendPrivatePage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  return sendPage(
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
    status,
    page,
  );
}
