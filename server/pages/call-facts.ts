import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { shownPhone, unbrokenPhone } from '../bookings/phone.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { escapeHtml } from './html.ts';

/**
 * When a call is, who calls whom and about what, as an HTML list.
 * @param timeZone of the office
 * @param withDay whether the day is said too; false where it is the page's headline
 */
export function callFacts(booking: StoredBooking, timeZone: string, withDay: boolean): string {
  const { start, end, timeZone: theirs } = booking;
  const { labels } = call;
  const span = (zone: string) => `de\u00a0${wallTime(start, zone)} à\u00a0${wallTime(end, zone)}`;
  const day = (zone: string) => `${wallDay(start, zone)}, `;
  const elsewhere = theirs !== null && !sameWall(start, theirs, timeZone);
  const rows: (readonly [string, string | false])[] = [
    [labels.when, `${withDay ? day(timeZone) : ''}${span(timeZone)}, ${rendezVous.booked.office}`],
    [labels.there, elsewhere && `${day(theirs)}${span(theirs)} (${townOf(theirs)})`],
    [labels.who, call.calls(unbrokenPhone(shownPhone(booking.phone)))],
    [labels.from, unbrokenPhone(agency.phone)],
    [labels.about, call.about],
    [labels.duration, call.minutes((end - start) / 60_000)],
  ];
  const list = rows.filter(([, value]) => value !== false);
  return `<dl>${list.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(String(value))}</dd></div>`).join('')}</dl>`;
}
