import type { FastifyReply } from 'fastify';
import type { FieldError } from '#domain/errors.ts';
import { PROBLEM_TYPE, problem } from '../../http/problem.ts';

/** What stands behind an unguessable address is kept by nobody, found by nobody, and passed on to nobody. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

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
