import type { FastifyInstance, FastifyReply } from 'fastify';
import { agency } from '#content/business.ts';
import { providers } from '#content/legal/providers.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import type { Bookings } from '../../bookings/bookings.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import type { Contact } from '../follow-up/contact.ts';
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
    return asked === undefined ? sendQuestion(reply, contact) : sendDone(reply, contact);
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

function sendQuestion(reply: FastifyReply, contact: Contact): FastifyReply {
  const { title, text, button, write } = words;
  const page = { title, told: [text, ofCalls(contact)], choices: [{ button }], after: [write(agency.email)] };
  return sendLinkPage(reply, 200, page);
}

function sendDone(reply: FastifyReply, contact: Contact): FastifyReply {
  const told = [words.doneText(promisedBy('erasure', contact)), ofCalls(contact), words.write(agency.email)];
  return sendLinkPage(reply, 200, { title: words.done, told });
}

/** What becomes of calls to come: one that was booked at a provider cannot be cancelled from here. */
function ofCalls({ events }: Contact): string {
  const provider = events.findLast(({ detail }) => detail.provider !== undefined)?.detail.provider;
  return provider === 'calendly' || provider === 'cal'
    ? words.callsElsewhere(providers[provider].name)
    : words.calls;
}
