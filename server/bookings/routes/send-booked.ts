import type { FastifyReply } from 'fastify';
import { fromStore } from '../../http/from-store.ts';
import { sendPrivatePage } from '../../http/send-page.ts';
import { remindersOf } from '../call-messages.ts';
import { type BookedPage, bookedPage } from '../pages/booked-page.tsx';
import { broughtLead, type StoredBooking } from '../store/booking.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';

/** How a call's page is shown. */
export interface Shown extends Pick<BookedPage, 'open' | 'phone'> {
  readonly status?: number;
  readonly detail?: string;
  readonly next?: readonly number[] | undefined;
  readonly from?: unknown;
  /** Whether the number has just been corrected. */
  readonly isCorrected?: boolean;
  /** The visitor's time zone, as the address has it. */
  readonly zone?: string | null;
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
    isCorrected = false,
    zone = null,
  } = shown;
  const { timeZone } = deps.availability;
  const visitorZone = zone ?? booking.timeZone;
  const address = (day: string | undefined) => {
    const query = new URLSearchParams({ ...(day && { from: day }), ...(zone && { timeZone: zone }) });
    return `/rendez-vous/${booking.token}${query.size === 0 ? '' : `?${query}`}#deplacer`;
  };
  const choice =
    next === undefined
      ? await timesFrom(deps, from, address, visitorZone)
      : { starts: next, timeZone, visitorZone };
  const begun = booking.start <= deps.now();
  const movedFrom = await fromStore(deps.bookings.movedFrom(booking.id));
  const lead = broughtLead(booking);
  const page = bookedPage({
    ...{ timeZone, begun, movedFrom, choice, open, detail, phone, isCorrected },
    reminders: remindersOf(booking.start, deps.now()),
    booking: { ...booking, timeZone: visitorZone },
    reference: lead === null ? undefined : deps.referenceOf(lead),
    asked: zone === null ? '' : `?${new URLSearchParams({ timeZone: zone })}`,
  });
  // What was answered to a form cannot be loaded again by its address.
  const asksZone = visitorZone === null && detail === undefined ? timeZone : undefined;
  return sendPrivatePage(reply, status, { ...page, asksZone });
}
