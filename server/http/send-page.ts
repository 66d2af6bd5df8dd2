import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORM_TYPE } from './forms.ts';
import type { OwnPage, Template } from './pages/template.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the listener that a page is sent from. */
    readonly template: Template;
  }
}

/** Of an answer that is one person's, or behind a secret address: not cached, not indexed, never sent as a referrer. */
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
export function wantsPage(request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  const byHand = type === undefined || type.startsWith(FORM_TYPE);
  return byHand && acceptsHtml(request) && request.server.hasDecorator('template');
}

/** Sends a page that the server rendered; it is never cached. */
export function sendPage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  const { template } = reply.server;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', template.policy)
    .type('text/html; charset=utf-8')
    .send(template.page(page));
}

/** The same for an address that holds a secret or personal data: not indexed, and never sent as a referrer. */
export function sendPrivatePage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  return sendPage(reply.headers(PRIVATE), status, page);
}

/**
 * The same in answer to a form, with what was typed in it. The browser may keep it, so that the Back button shows it
 * again: a page that was posted cannot be fetched a second time.
 */
export function sendTypedPage(reply: FastifyReply, status: number, page: OwnPage): FastifyReply {
  return sendPrivatePage(reply, status, page).header('cache-control', 'private, no-cache');
}
