import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RETRY_STORE_SECONDS, StoreFailed } from './from-store.ts';
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

/** Answers what a route threw, and a request for which no route could be found; the error's message is never sent. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const unreadable = unreadableBody(error);
  if (unreadable !== undefined) {
    const { status, detail } = UNREADABLE_BODY[unreadable];
    sendProblem(reply, status, detail);
    return;
  }
  if (error instanceof StoreFailed) {
    request.log.error({ err: error }, STORE_FAILED);
    reply.header('retry-after', RETRY_STORE_SECONDS);
    sendProblem(reply, 503, 'Le site ne peut pas répondre pour le moment. Réessayez dans un instant.');
    return;
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    sendProblem(reply, status, 'La requête n’a pas pu être comprise.');
    return;
  }
  request.log.error({ err: error }, UNFORESEEN);
  sendProblem(reply, 500, 'Une erreur est survenue. Veuillez réessayer ou contacter le support.');
}

const STORE_FAILED =
  'Une page n’a pas pu être montrée, la base de données n’ayant pas répondu. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
const UNFORESEEN =
  'Une requête a échoué sur une erreur imprévue ; rien n’a été confirmé au visiteur. ' +
  'Ce qui est enregistré est intact. Signalez cette ligne à la personne qui maintient le programme.';
