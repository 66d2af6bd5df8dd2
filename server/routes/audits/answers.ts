import type { FastifyReply } from 'fastify';
import type { FieldError } from '#domain/errors.ts';
import { PROBLEM_TYPE, problem } from '../../http/problem.ts';
import { SHELL_POLICY } from '../../pages/shell.ts';

/** What stands behind an unguessable address is kept by nobody, found by nobody, and passed on to nobody. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** The page may show its own pictures, and nothing else beside its style. */
const PAGE_POLICY = `${SHELL_POLICY}; img-src 'self'`;

/** @param refreshSeconds after how long the browser asks again by itself */
export function sendAuditPage(
  reply: FastifyReply,
  status: number,
  page: string,
  refreshSeconds?: number,
): FastifyReply {
  if (refreshSeconds !== undefined) reply.header('refresh', refreshSeconds);
  return reply
    .code(status)
    .headers({ ...PRIVATE, 'content-security-policy': PAGE_POLICY })
    .type('text/html; charset=utf-8')
    .send(page);
}

export function sendAuditProblem(
  reply: FastifyReply,
  status: number,
  detail: string,
  errors?: readonly FieldError[],
): FastifyReply {
  return reply
    .code(status)
    .headers(PRIVATE)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem(status, detail, errors)));
}
