import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { availability } from '#content/availability.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import type { ChangeResult } from '../../bookings/booking-changes.ts';
import type { Bookings } from '../../bookings/bookings.ts';
import { MOST_ASKED } from '../../bookings/mails/call-mails.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { type LinkDeps, mailboxOpened, saved, sendLinkPage } from './link-page.ts';

const words = linkPages.mailbox;

export interface MailboxDeps extends LinkDeps {
  readonly bookings: Pick<Bookings, 'confirm' | 'cancelAsAbuse'>;
}

/** The calls that wait, of the mailbox that a link was sent to. @param id of one of its bookings, as the link says it */
export async function callsBehind({ db, now }: LinkDeps, id: string): Promise<StoredBooking[]> {
  const reader = bookingReader(db);
  const booking = await fromStore(reader.byId(id));
  if (booking === undefined) return [];
  return (await fromStore(reader.heldOf(booking.email, now()))).slice(0, MOST_ASKED);
}

/** The page behind the link in the mail that asks a mailbox about calls booked with it. It changes nothing. */
export function sendMailboxPage(
  reply: FastifyReply,
  calls: readonly StoredBooking[],
  fault?: string,
): FastifyReply {
  if (calls.length === 0)
    return sendLinkPage(reply, 410, { title: words.gone.title, told: [words.gone.text] });
  return sendLinkPage(reply, fault === undefined ? 200 : 409, {
    title: words.title,
    fault,
    told: [words.told],
    choices: calls.map(({ id, start }) => ({
      answer: id,
      button: words.confirm(wallMoment(start, availability.timeZone)),
    })),
  });
}

/** Books the call that the form of that page names. */
export async function takeMailboxAnswer(
  deps: MailboxDeps,
  calls: readonly StoredBooking[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.publicUrl))
    return sendRefusal(reply, { status: 403, detail: linkPages.origin });
  const { body } = request;
  const answer = body instanceof URLSearchParams ? body.get('answer') : undefined;
  const call = calls.find(({ id }) => id === answer);
  if (call === undefined) return sendMailboxPage(reply, calls);
  let result: ChangeResult | undefined;
  const confirm = async () => {
    await noteOpened(deps, call);
    result = await deps.bookings.confirm(call.token);
  };
  if (!(await saved(request, reply, confirm))) return reply;
  if (result?.kind === 'taken') return sendMailboxPage(reply, calls, words.taken);
  if (result?.kind === 'unknown') return sendMailboxPage(reply, []);
  if (result?.kind === 'over' && result.booking.state === 'held')
    return sendMailboxPage(reply, calls, words.enough);
  return reply.redirect(`/rendez-vous/${call.token}`, 303);
}

/** With a lead of this very address, if there is one: the call may have come with a reference to somebody else's. */
async function noteOpened(deps: LinkDeps, { email }: StoredBooking): Promise<void> {
  const lead = await deps.db
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  if (lead !== undefined) await deps.db.atomically([mailboxOpened(deps, lead.id)]);
}
