import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { plainText } from '../system/plain-text.ts';
import type { Attendee, CalendarEvent } from './calendar-file.ts';
import { shownPhone } from './phone.ts';
import type { StoredBooking } from './store/booking.ts';

/** The call in the visitor's calendar. @param page address of the booking's page */
export function visitorEvent(booking: StoredBooking, page: string, organizer: Attendee): CalendarEvent {
  const { visitor } = rendezVous.event;
  return {
    ...factsOf(booking),
    organizer,
    summary: visitor.summary(agency.brand),
    description: visitor.description(agency.brand, shownPhone(booking.phone), page),
    location: visitor.location(shownPhone(booking.phone)),
  };
}

/** The call in the owner's calendar, with the visitor's name and number. @param page address of the booking's page */
export function ownerEvent(booking: StoredBooking, page: string, organizer: Attendee): CalendarEvent {
  const { owner } = rendezVous.event;
  const name = plainText(booking.name);
  return {
    ...factsOf(booking),
    organizer,
    summary: owner.summary(name),
    description: owner.description(name, plainText(booking.email), shownPhone(booking.phone), page),
    location: owner.location(shownPhone(booking.phone)),
  };
}

function factsOf({ uid, sequence, start, end, changedAt, state }: StoredBooking) {
  return { uid, sequence, start, end, changedAt, cancelled: state === 'cancelled' };
}
