import type { FastifyReply } from 'fastify';
import type { FieldError } from '#domain/errors.ts';
import { sendProblem } from '../../http/problem.ts';

/** What stands behind an unguessable address is kept by nobody, found by nobody, and passed on to nobody. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** As a page to a person, as a problem document to a program. */
export function sendAuditProblem(
  reply: FastifyReply,
  status: number,
  detail: string,
  errors?: readonly FieldError[],
): FastifyReply {
  return sendProblem(reply.headers(PRIVATE), status, detail, errors);
}
