import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLAIN_PAGE_POLICY } from '../pages/plain-page.ts';

/** Whether a person looks at the answer: a browser that opens an address or posts a form asks for a page. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  const byHand = type === undefined || type.startsWith('application/x-www-form-urlencoded');
  return byHand && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with a page of the server's own; it is never cached. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(page);
}
