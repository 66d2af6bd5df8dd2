import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkPages } from '#content/pages/link-pages.ts';
import type { Instant } from '#domain/instant.ts';
import type { CallDetail } from '../../bookings/call-messages.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import type { SignedLink } from '../../messages/links.ts';
import { messagesQuery } from '../../messages/new-message.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { MarkDeps } from '../follow-up/marks.ts';
import { type LinkDeps, saved, sendLinkPage } from './link-page.ts';

const words = linkPages.followUp.late;

const HOUR_MS = 60 * 60_000;

/** What an expired link was about; a call is one that nothing was said of. */
export type Late = { readonly leadId: string } | { readonly call: StoredBooking };

/**
 * What an expired link of the owner's is about; undefined for any other, for what was erased, and
 * for a call of which the owner has said what became of it.
 */
export async function lateLink({ db }: LinkDeps, { purpose, id }: SignedLink): Promise<Late | undefined> {
  if (purpose === 'follow-up')
    return (await fromStore(leadReader(db).byId(id))) === undefined ? undefined : { leadId: id };
  if (purpose !== 'call') return undefined;
  const call = await fromStore(bookingReader(db).byId(id));
  return call?.state === 'booked' && call.outcome === null ? { call } : undefined;
}

/** The page of an expired link, which changes nothing itself; `isAsked`: after its button. */
export function sendLatePage(reply: FastifyReply, isAsked: boolean): FastifyReply {
  if (isAsked) return sendLinkPage(reply, 200, { title: words.done, told: [words.doneText] });
  const { title, text, button } = words;
  return sendLinkPage(reply, 404, { title, told: [text], choices: [{ button }] });
}

/** Sends new links to the owner's address, whoever holds the expired one. */
export async function sendNewLinks(
  deps: LinkDeps,
  late: Late,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.publicUrl))
    return sendRefusal(reply, { status: 403, detail: linkPages.origin });
  if (!(await saved(request, reply, () => requestLinks(deps, late, deps.now())))) return reply;
  deps.wake();
  return reply.redirect(`/suivi/${request.params.token}?note=1`, 303);
}

/** Makes the mail with new links that the page of an expired one offers, once an hour at most. */
async function requestLinks({ db, sender }: MarkDeps, about: Late, now: Instant): Promise<void> {
  const hour = Math.floor(now / HOUR_MS);
  const message = (cause: string) => mailId(idAfter(`${cause} ${hour}`, 'links'), sender);
  if ('leadId' in about) {
    const { leadId } = about;
    await db.atomically([
      messagesQuery(db, now, [{ id: message(leadId), kind: 'owner-links', lead_id: leadId }]),
    ]);
    return;
  }
  const { id, leadId, sequence } = about.call;
  const detail: CallDetail = { booking: id, sequence, change: 'booked' };
  await db.atomically([
    messagesQuery(db, now, [
      { id: message(id), kind: 'owner-call-over', lead_id: leadId, booking_id: id, detail },
    ]),
  ]);
}
