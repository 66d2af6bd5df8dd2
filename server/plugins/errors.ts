import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuseLead } from '../routes/lead-refusals.ts';
import { sendProblem } from '../routes/problem.ts';

const REFUSALS_BY_CODE: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { why: 'size' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { why: 'type' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { why: 'syntax' },
  FST_ERR_CTP_INVALID_JSON_BODY: { why: 'syntax' },
};

/** Answers whatever a route threw, and never repeats an error's own words to the outside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply));
}

/** The same for what fails before a route is found (an address that cannot be decoded). */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = REFUSALS_BY_CODE[error.code];
  if (refusal !== undefined) {
    refuseLead(request, reply, refusal);
    return;
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    sendProblem(reply, status, 'La requête n’a pas pu être comprise.');
    return;
  }
  request.log.error(
    { err: error },
    'Une requête a échoué sur une erreur imprévue ; rien n’a été confirmé au visiteur. ' +
      'Ce qui est enregistré est intact. Signalez cette ligne à la personne qui maintient le programme.',
  );
  sendProblem(reply, 500, 'Une erreur est survenue. Veuillez réessayer ou contacter le support.');
}
