import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import type { FieldError } from '#domain/errors.ts';
import { RETRY_STORE_SECONDS, StoreFailed } from './from-store.ts';
import { problemPage } from './pages/parts.tsx';
import { PRIVATE, sendPage, wantsPage } from './send-page.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const REASON: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers bytes that Node could not parse as a request, for which no request object exists, and closes the connection. */
export function closeMalformed(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const body = JSON.stringify(problem(status, 'La requête n’a pas pu être lue.'));
    const lines = Object.entries({
      ...headers,
      'content-type': PROBLEM_TYPE,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status} ${REASON[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  };
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Requête incorrecte',
  403: 'Accès refusé',
  404: 'Page introuvable',
  405: 'Méthode non autorisée',
  408: 'Délai dépassé',
  409: 'Conflit',
  413: 'Contenu trop volumineux',
  414: 'Adresse trop longue',
  415: 'Type de contenu non accepté',
  421: 'Requête mal dirigée',
  422: 'Contenu non valable',
  429: 'Trop de demandes',
  431: 'En-têtes trop volumineux',
  500: 'Erreur interne',
  503: 'Service momentanément indisponible',
};

export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The body of an error answer (RFC 9457), in French; `about:blank` means that the status alone is the type.
 * @param members beside those of every problem
 */
export function problem(status: number, detail: string, members?: object) {
  return { type: 'about:blank', title: titleOf(status), status, detail, ...members };
}

function titleOf(status: number): string {
  return TITLES[status] ?? 'Erreur';
}

/** Sends an error as a page to a person, as a problem document to a program; it is never cached. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  detail: string,
  members?: object,
): FastifyReply {
  if (wantsPage(reply.request)) return sendPage(reply, status, problemPage(titleOf(status), detail));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem(status, detail, members)));
}

/** What was not done, and why. */
export interface Refused {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Sends a refusal as `sendProblem` does, for nobody else's eyes. */
export function sendRefusal(reply: FastifyReply, refused: Refused, members?: object): FastifyReply {
  const { status, detail, errors, retryAfter } = refused;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return sendProblem(reply.headers(PRIVATE), status, detail, { errors, ...members });
}

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
