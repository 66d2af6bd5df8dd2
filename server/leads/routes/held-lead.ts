import type { FastifyReply, FastifyRequest } from 'fastify';
import { providers } from '#content/legal/providers.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { noteRelease } from '../../store/conditions.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { operatorWriter } from '../operator/operator-writer.ts';
import { choicesOf } from '../pages/link-page.tsx';
import { type LinkDeps, saved, sendLinkPage } from './link-page.ts';
import type { MailboxDeps } from './mailbox.ts';

const words = linkPages.held;
type Answer = keyof typeof words.answers;
const ANSWERS = Object.keys(words.answers) as Answer[];

/** The held lead that a link names, or that it is held no more. @param id as the link says it */
export async function heldBehind({ db }: LinkDeps, id: string): Promise<StoredLead | 'gone'> {
  const reader = leadReader(db);
  if (!(await fromStore(reader.isHeld(id)))) return 'gone';
  return (await fromStore(reader.byId(id))) ?? 'gone';
}

/** The calls to come that were booked with its reference: they are cancelled when it is erased. */
async function callsOf({ db, now }: LinkDeps, { id }: StoredLead): Promise<StoredBooking[]> {
  const calls = await fromStore(bookingReader(db).ofLead(id));
  return calls.filter(({ byName, state, start }) => !byName && state !== 'cancelled' && start > now());
}

/** The page behind the links in the mail about a lead that was held: let it go, or erase it. It changes nothing. */
export async function sendHeldPage(
  deps: LinkDeps,
  reply: FastifyReply,
  lead: StoredLead | 'gone',
  { answer, note }: { readonly answer?: unknown; readonly note?: unknown },
  fault?: string,
): Promise<FastifyReply> {
  const done = ANSWERS.find((one) => one === note);
  if (done !== undefined)
    return sendLinkPage(reply, 200, { title: words.done, told: [words.answers[done].done] });
  if (lead === 'gone') return sendLinkPage(reply, 410, { title: words.gone.title, told: [words.gone.text] });
  return sendLinkPage(reply, fault === undefined ? 200 : 422, {
    title: words.title(plainText(lead.name)),
    fault,
    told: [
      words.about(plainText(lead.email), frenchTime(lead.createdAt)),
      ...(await callsOf(deps, lead)).map(({ start, provider }) =>
        words.call(frenchTime(start), provider === null ? undefined : providers[provider].name),
      ),
    ],
    choices: choicesOf(words.answers, answer),
  });
}

/** Carries out what the form of that page says. */
export async function takeHeldAnswer(
  deps: MailboxDeps,
  lead: StoredLead | 'gone',
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.publicUrl))
    return sendRefusal(reply, { status: 403, detail: linkPages.origin });
  if (lead === 'gone') return sendHeldPage(deps, reply, lead, {});
  const { body } = request;
  const given = body instanceof URLSearchParams ? body.get('answer') : undefined;
  const answer = ANSWERS.find((one) => one === given);
  if (answer === undefined) return sendHeldPage(deps, reply, lead, {}, linkPages.followUp.invalid);
  const writer = operatorWriter(deps.db, undefined, deps.now);
  let changed: readonly unknown[] = [];
  const change = async () => {
    if (answer === 'laisser') await noteRelease(deps.db, deps.now());
    const calls = answer === 'effacer' ? await callsOf(deps, lead) : [];
    changed = await (answer === 'effacer' ? writer.erase([lead.id]) : writer.release([lead.id]));
    // They stay without the lead, until they are cancelled: nobody waits for a call that is not there.
    for (const { token } of calls) await deps.bookings.cancelAsAbuse(token);
  };
  if (!(await saved(request, reply, change))) return reply;
  // Somebody else has decided about it meanwhile.
  if (changed.length === 0) return sendHeldPage(deps, reply, 'gone', {});
  deps.wake();
  return reply.redirect(`/suivi/${request.params.token}?note=${answer}`, 303);
}
