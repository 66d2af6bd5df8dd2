import type { FastifyReply } from 'fastify';
import { fromStore } from '../../http/from-store.ts';
import { sendPrivatePage } from '../../http/send-page.ts';
import { type BookedPage, bookedPage } from '../../pages/booked-page.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';

/** How a call's page is shown. */
export interface Shown extends Pick<BookedPage, 'open' | 'phone'> {
  readonly status?: number;
  readonly detail?: string;
  readonly next?: readonly number[] | undefined;
  readonly from?: unknown;
}

/** Sends the page of a call. */
export async function sendBooked(
  reply: FastifyReply,
  booking: StoredBooking,
  deps: BookingDeps,
  shown: Shown,
) {
  const {
    status = 200,
    detail,
    next,
    from,
    open = from === undefined ? undefined : 'deplacer',
    phone,
  } = shown;
  const { timeZone } = deps.availability;
  const visitorZone = booking.timeZone;
  const address = (day: string | undefined) =>
    `/rendez-vous/${booking.token}${day === undefined ? '' : `?from=${day}`}#deplacer`;
  const choice =
    next === undefined
      ? await timesFrom(deps, from, address, visitorZone)
      : { starts: next, timeZone, visitorZone };
  const begun = booking.start <= deps.now();
  const movedFrom = await fromStore(deps.bookings.movedFrom(booking.id));
  const page = { booking, timeZone, begun, movedFrom, choice, open, detail, phone };
  return sendPrivatePage(reply, status, bookedPage(page));
}
