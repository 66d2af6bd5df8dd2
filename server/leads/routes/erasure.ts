import type { FastifyInstance, FastifyReply } from 'fastify';
import { agency } from '#content/business.ts';
import { office } from '#content/office.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { deadlineOf } from '#domain/promise.ts';
import type { Bookings } from '../../bookings/bookings.ts';
import { frenchTime } from '../../system/french-time.ts';
import { requestErasure } from '../follow-up/marks.ts';
import { contactBehind, contactToChange, type LinkDeps, saved, sendLinkPage } from './link-page.ts';

interface Asked {
  Params: { token: string };
}

export interface ErasureDeps extends LinkDeps {
  readonly bookings: Pick<Bookings, 'cancelAll'>;
}

const words = linkPages.erasure;

/** GET and POST /effacement/<token>: the link in the visitor's mail by which they ask for erasure. */
export function erasureRoute(app: FastifyInstance, deps: ErasureDeps): void {
  app.get<Asked>('/effacement/:token', async (request, reply) => {
    const contact = await contactBehind(deps, 'erasure', request.params.token, reply);
    if (contact === undefined) return reply;
    const asked = contact.events.find(({ kind }) => kind === 'erasure-requested');
    return asked === undefined ? sendQuestion(reply) : sendDone(reply, asked.at);
  });

  app.post<Asked>('/effacement/:token', async (request, reply) => {
    const contact = await contactToChange(deps, 'erasure', request, reply);
    if (contact === undefined) return reply;
    const { id: leadId, email } = contact.lead;
    const ask = async () => {
      // First, as a lead whose erasure was asked for shows no form any more with which to try again.
      await deps.bookings.cancelAll({ leadId, email });
      await requestErasure(deps, contact, deps.now());
    };
    if (!(await saved(request, reply, ask))) return reply;
    deps.wake();
    return reply.redirect(`/effacement/${request.params.token}`, 303);
  });
}

function sendQuestion(reply: FastifyReply): FastifyReply {
  const { title, text, calls, button, write } = words;
  const page = { title, told: [text, calls], choices: [{ button }], after: [write(agency.email)] };
  return sendLinkPage(reply, 200, page);
}

function sendDone(reply: FastifyReply, askedAt: Instant): FastifyReply {
  const until = frenchTime(deadlineOf(promises.erasure, askedAt, office));
  const told = [words.doneText(until), words.calls, words.write(agency.email)];
  return sendLinkPage(reply, 200, { title: words.done, told });
}
