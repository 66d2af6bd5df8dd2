import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError } from '#domain/errors.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { PROBLEM_TYPE, problem } from '../../http/problem.ts';

/** Whether to answer with a page instead of JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

export interface BookingProblem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  /** Free times to offer instead of the wanted one, in milliseconds since the epoch. */
  readonly next?: readonly number[] | undefined;
}

/** Sends the problem as JSON (RFC 9457). */
export function sendBookingProblem(reply: FastifyReply, { status, detail, errors, next }: BookingProblem) {
  const slots = next && { slots: next.map(isoInstant) };
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type(PROBLEM_TYPE)
    .send(JSON.stringify({ ...problem(status, detail, errors), ...slots }));
}
