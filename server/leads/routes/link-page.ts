import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledQuery } from 'kysely';
import { linkPages } from '#content/pages/link-pages.ts';
import type { Instant } from '#domain/instant.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { sendPrivatePage } from '../../http/send-page.ts';
import { idAfter } from '../../messages/ids.ts';
import type { Links } from '../../messages/links.ts';
import { eventQuery } from '../../store/leads/events.ts';
import { type Contact, contactOf } from '../follow-up/contact.ts';
import type { MarkDeps } from '../follow-up/marks.ts';
import { type LinkPage, linkPage } from '../pages/link-page.tsx';

/** Answers with a page behind a secret link. */
export function sendLinkPage(reply: FastifyReply, status: number, page: LinkPage): FastifyReply {
  return sendPrivatePage(reply, status, linkPage(page));
}

export interface LinkDeps extends MarkDeps {
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
  readonly now: () => Instant;
  /** Called when a message may be due. */
  readonly wake: () => void;
}

const GONE = { 'follow-up': linkPages.followUp.gone, erasure: linkPages.erasure.gone };

/**
 * The contact that a link's token names. Where there is none, sends the error page and returns undefined; an expired,
 * a cut-off and a forged link are answered alike.
 */
export async function contactBehind(
  { db, links, now }: LinkDeps,
  purpose: keyof typeof GONE,
  token: string,
  reply: FastifyReply,
): Promise<Contact | undefined> {
  const leadId = links.read(purpose, token, now());
  const contact = leadId === undefined ? undefined : await fromStore(contactOf(db, leadId));
  if (contact !== undefined) return contact;
  if (leadId === undefined) {
    const { title, text, todo } = linkPages.expired;
    sendLinkPage(reply, 404, { title, told: [text], writeTo: todo });
    return undefined;
  }
  const { title, text } = GONE[purpose];
  sendLinkPage(reply, 410, { title, told: [text] });
  return undefined;
}

/**
 * The same for a POST, which no page of another site may make. Links in mails open by GET, so none of them is refused.
 */
export async function contactToChange(
  deps: LinkDeps,
  purpose: keyof typeof GONE,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<Contact | undefined> {
  if (isOwnOrigin(request, deps.publicUrl)) return contactBehind(deps, purpose, request.params.token, reply);
  sendRefusal(reply, { status: 403, detail: linkPages.origin });
  return undefined;
}

/**
 * The statement that notes that somebody reads the lead's mailbox: they have pressed the button of a page that only a mail
 * leads to. Further mails there may carry reports.
 */
export function mailboxOpened({ db, now }: Pick<LinkDeps, 'db' | 'now'>, leadId: string): CompiledQuery {
  const kind = 'mailbox-opened';
  return eventQuery(db, { id: idAfter(leadId, kind), leadId, kind, by: 'visitor', at: { now: now() } });
}

/** Runs `save`; when it fails, sends the error page and returns false. */
export async function saved(
  { log }: Pick<FastifyRequest, 'log'>,
  reply: FastifyReply,
  save: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await fromStore(save());
    return true;
  } catch (error) {
    log.error({ err: error }, NOT_SAVED);
    const { title, text } = linkPages.failed;
    sendLinkPage(reply.header('retry-after', RETRY_STORE_SECONDS), 503, { title, told: [text] });
    return false;
  }
}

const NOT_SAVED =
  'Une réponse donnée par un lien n’a pas pu être enregistrée, la page l’a dit. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
