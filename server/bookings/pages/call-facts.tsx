import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { unbrokenPhone } from '#domain/text.ts';
import { sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { Definitions } from '../../http/pages/parts.tsx';
import { phoneInText } from '../phone.ts';
import type { StoredBooking } from '../store/booking.ts';

interface Props {
  readonly booking: StoredBooking;
  /** Of the office. */
  readonly timeZone: string;
  /** Whether the day is said too; not where it is the page's headline. */
  readonly withDay?: boolean;
}

/** When a call is, who calls whom and about what. */
export function CallFacts({ booking, timeZone, withDay = false }: Props) {
  const { start, end, timeZone: theirs } = booking;
  const { labels } = call;
  const span = (zone: string) => `de\u00a0${wallTime(start, zone)} à\u00a0${wallTime(end, zone)}`;
  const day = (zone: string) => `${wallDay(start, zone)}, `;
  const elsewhere = theirs !== null && !sameWall(start, theirs, timeZone);
  return (
    <Definitions
      rows={[
        [labels.when, `${withDay ? day(timeZone) : ''}${span(timeZone)}, ${rendezVous.booked.office}`],
        [labels.there, elsewhere && `${day(theirs)}${span(theirs)} (${townOf(theirs)})`],
        [labels.who, call.calls(phoneInText(booking.phone))],
        [labels.from, unbrokenPhone(agency.phone)],
        [labels.about, call.about],
        [labels.duration, call.minutes((end - start) / 60_000)],
      ]}
    />
  );
}
