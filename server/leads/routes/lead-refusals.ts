import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldsToCorrect } from '#content/fields-to-correct.ts';
import type { FieldError } from '#domain/errors.ts';
import type { Lead } from '#domain/lead.ts';
import { sendProblem, UNREADABLE_BODY } from '../../http/errors.ts';
import { sendTypedPage, wantsPage } from '../../http/send-page.ts';
import { type TypedForm, typedForm } from '../form-lead.ts';
import { leadFormPage } from '../pages/lead-form-page.tsx';

const REFUSALS = {
  conflict: { status: 409, detail: 'Cet identifiant désigne déjà une autre demande.' },
  origin: { status: 403, detail: 'Cette demande vient d’un autre site.' },
  ...UNREADABLE_BODY,
  invalid: { status: 422, detail: fieldsToCorrect(1) },
  slip: { status: 422, detail: 'Vérifiez d’abord votre e-mail.' },
  often: { status: 429, detail: 'Trop de demandes viennent de cette connexion. Réessayez dans un instant.' },
  store: {
    status: 503,
    detail:
      'Votre demande n’a pas pu être enregistrée. Elle n’est pas perdue : envoyez-la à nouveau dans un instant.',
  },
} as const;

export interface Refusal {
  readonly why: keyof typeof REFUSALS;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** What a visitor typed into the form without JavaScript. */
  readonly typed?: TypedForm;
  /** The page that it was posted from, as a path. */
  readonly page?: string;
  /** What the page's script has added to it. */
  readonly session?: Pick<Lead, 'userId' | 'url'>;
}

/** Answers a lead that was not stored: to a browser's form with a page that holds the form again, else with a problem. */
export function refuseLead(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = REFUSALS[refusal.why];
  const detail =
    refusal.why === 'invalid' && refusal.errors
      ? fieldsToCorrect(refusal.errors.length)
      : REFUSALS[refusal.why].detail;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (!isFormOfBrowser(request)) return sendProblem(reply, status, detail, { errors: refusal.errors });
  const { errors, typed = typedForm(() => ''), page, session } = refusal;
  return sendTypedPage(
    reply,
    status,
    leadFormPage({ detail, typed, page, session, ...(errors !== undefined && { errors }) }),
  );
}

function isFormOfBrowser(request: FastifyRequest): boolean {
  return request.headers['content-type'] !== undefined && wantsPage(request);
}
