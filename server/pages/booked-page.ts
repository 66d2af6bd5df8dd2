import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { shownPhone } from '../bookings/phone.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { alert, escapeHtml } from './html.ts';
import type { OwnPage } from './template.ts';
import { type TimeChoice, timeChoice } from './time-choice.ts';

export interface BookedPage {
  readonly booking: StoredBooking;
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** Whether the call has begun or is over. */
  readonly begun: boolean;
  /** Where it can be moved to. */
  readonly choice: TimeChoice;
  /** Whether the choice stands open, because the visitor is at it. */
  readonly moving: boolean;
  /** Why a change was not made. */
  readonly detail?: string | undefined;
}

const words = rendezVous.booked;

/** A call that was booked: when, who calls whom, and what can still be changed. */
export function bookedPage(page: BookedPage): OwnPage {
  const { booking, timeZone, begun, detail } = page;
  const cancelled = booking.state === 'cancelled';
  if (booking.state === 'held' && !begun) return heldPage(page);
  const day = wallDay(booking.start, timeZone);
  const state = cancelled ? words.cancelledState : begun ? words.overState : words.state;
  const fault = detail === undefined ? '' : alert(detail);
  const again = `<p><a class="action" href="/rendez-vous">${words.again}</a></p>`;
  return {
    title: cancelled ? words.cancelledTitle : words.title,
    main: `<h1>${escapeHtml(capitalised(day))}<span class="hour">${wallTime(booking.start, timeZone)}</span></h1>
<p class="state" role="status"><b aria-hidden="true">${cancelled ? '×' : '✓'}</b>${state}</p>
${fault}
${cancelled || begun ? again : `<div class="columns manage">${facts(booking, timeZone)}${changes(page)}</div>`}`,
    isStep: !cancelled && !begun,
  };
}

/** A call that waits for the owner's word: what that means, and how to take it back. */
function heldPage({ booking, timeZone, detail }: BookedPage): OwnPage {
  const { title, state, text, writeTo, withdraw, withdrawHint, withdrawSubmit } = words.held;
  const email = escapeHtml(agency.email);
  return {
    title,
    main: `<h1>${escapeHtml(capitalised(wallDay(booking.start, timeZone)))}<span class="hour">${wallTime(booking.start, timeZone)}</span></h1>
<p class="state" role="status"><b aria-hidden="true">…</b>${state}</p>
${detail === undefined ? '' : alert(detail)}
${text.map((line) => `<p>${line}</p>`).join('\n')}
<p>${writeTo} <a href="mailto:${email}">${email}</a></p>
<details id="annuler"><summary>${withdraw}</summary>
<form method="post" action="/rendez-vous/${booking.token}/annuler"><p>${withdrawHint}</p><button class="plain">${withdrawSubmit}</button></form></details>`,
    isStep: false,
  };
}

function facts(booking: StoredBooking, timeZone: string): string {
  const { start, end, timeZone: theirs } = booking;
  const span = (zone: string) => `de\u00a0${wallTime(start, zone)} à\u00a0${wallTime(end, zone)}`;
  const elsewhere = theirs !== null && !sameWall(start, theirs, timeZone);
  const there = elsewhere && `${wallDay(start, theirs)}, ${span(theirs)} (${townOf(theirs)})`;
  const rows: (readonly [string, string | false])[] = [
    [words.when, `${span(timeZone)}, ${words.office}`],
    [words.there, there],
    [words.who, words.calls(shownPhone(booking.phone))],
    [words.howLong, `${(end - start) / 60_000} minutes`],
  ];
  const list = rows
    .filter(([, value]) => value !== false)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(String(value))}</dd></div>`);
  return `<section><dl>${list.join('')}</dl>
<a class="action" href="/validation">${words.confirm}</a>
<a class="action plain" href="/rendez-vous/${booking.token}.ics">${words.calendar}</a>
<p class="quiet">${words.wrongNumber}</p></section>`;
}

function changes({ booking, choice, moving }: BookedPage): string {
  const address = `/rendez-vous/${booking.token}`;
  const times =
    choice.starts.length > 0
      ? `${timeChoice(choice)}<button class="ink">${words.moveSubmit}</button>`
      : `<p>${rendezVous.choose.none}</p>`;
  return `<section><details id="deplacer"${moving ? ' open' : ''}><summary>${words.move}</summary>
<form method="post" action="${address}/deplacer">${times}</form></details>
<details id="annuler"><summary>${words.cancel}</summary>
<form method="post" action="${address}/annuler"><p>${words.cancelHint}</p><button class="plain">${words.cancelSubmit}</button></form></details>
<p class="quiet">${words.keep}</p></section>`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
