import type { FastifyReply, FastifyRequest } from 'fastify';
import { availability } from '#content/availability.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { type CallAnswer, OUTCOME_OF } from '../../bookings/call-outcome.ts';
import { phoneInText } from '../../bookings/phone.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { plainText } from '../../system/plain-text.ts';
import { markCall } from '../follow-up/marks.ts';
import { choicesOf } from '../pages/link-page.tsx';
import { type LinkDeps, saved, sendLinkPage } from './link-page.ts';

const words = linkPages.callOver;
const ANSWERS = Object.keys(words.answers) as CallAnswer[];

/** The call that a link names, or that it is there no more. @param id as the link says it */
export async function callBehind({ db }: LinkDeps, id: string): Promise<StoredBooking | 'gone'> {
  const booking = await fromStore(bookingReader(db).byId(id));
  return booking?.state === 'booked' ? booking : 'gone';
}

/** The page behind the link in the mail about a call that is over: what became of it? It changes nothing. */
export function sendCallPage(
  reply: FastifyReply,
  call: StoredBooking | 'gone',
  { answer, note }: { readonly answer?: unknown; readonly note?: unknown },
  fault?: string,
): FastifyReply {
  if (call === 'gone') return sendLinkPage(reply, 410, { title: words.gone.title, told: [words.gone.text] });
  const last = ANSWERS.find((one) => OUTCOME_OF[one] === call.outcome);
  if (note !== undefined && last !== undefined) {
    const told = [words.doneText(words.answers[last].button)];
    return sendLinkPage(reply, 200, { title: linkPages.followUp.done, told, again: '?' });
  }
  return sendLinkPage(reply, fault === undefined ? 200 : 422, {
    title: words.title(plainText(call.name)),
    fault,
    told: [
      words.about(wallMoment(call.start, availability.timeZone), phoneInText(call.phone)),
      ...(last ? [words.last(words.answers[last].button)] : []),
    ],
    choices: choicesOf(words.answers, answer),
  });
}

/** Stores what the form of that page says. */
export async function takeCallAnswer(
  deps: LinkDeps,
  call: StoredBooking | 'gone',
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.publicUrl))
    return sendRefusal(reply, { status: 403, detail: linkPages.origin });
  if (call === 'gone') return sendCallPage(reply, call, {});
  const { body } = request;
  const given = body instanceof URLSearchParams ? body.get('answer') : undefined;
  const answer = ANSWERS.find((one) => one === given);
  if (answer === undefined) return sendCallPage(reply, call, {}, linkPages.followUp.invalid);
  if (call.start > deps.now()) return sendCallPage(reply, call, {}, words.early);
  if (!(await saved(request, reply, () => markCall(deps, call, answer, deps.now())))) return reply;
  deps.wake();
  return reply.redirect(`/suivi/${request.params.token}?note=1`, 303);
}
