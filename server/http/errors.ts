import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/** The answers to bodies that cannot be read, in French. */
export const UNREADABLE_BODY = {
  type: {
    status: 415,
    detail: 'Le contenu doit être du JSON ou un formulaire (application/x-www-form-urlencoded).',
  },
  size: { status: 413, detail: 'Le contenu dépasse 16 Kio.' },
  syntax: { status: 422, detail: 'Le contenu n’est pas du JSON valable.' },
} as const;

type UnreadableBody = keyof typeof UNREADABLE_BODY;

/** By the codes of Fastify's errors (https://fastify.dev/docs/latest/Reference/Errors/). */
const UNREADABLE_BY_CODE: Readonly<Record<string, UnreadableBody>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'size',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'syntax',
  FST_ERR_CTP_INVALID_JSON_BODY: 'syntax',
};

/** Why a body could not be read; undefined for every other error. */
export function unreadableBody({ code }: FastifyError): UnreadableBody | undefined {
  return UNREADABLE_BY_CODE[code];
}

/** Answers errors that routes threw; an error's message is logged and never sent. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply));
}

/** The same for errors before a route is found (a path that cannot be decoded). */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const unreadable = unreadableBody(error);
  if (unreadable !== undefined) {
    const { status, detail } = UNREADABLE_BODY[unreadable];
    sendProblem(reply, status, detail);
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
