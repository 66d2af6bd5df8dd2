import type { FastifyReply } from 'fastify';
import type { FieldError } from '#domain/errors.ts';
import { problemPage } from './pages/problem-page.tsx';
import { PRIVATE, sendPage, wantsPage } from './send-page.ts';

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
