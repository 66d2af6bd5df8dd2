import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { FieldError } from '#domain/errors.ts';
import { wallDay, wallMoment, wallTime } from '#domain/wall-clock.ts';
import { LONGEST_PHONE } from '../bookings/booking-request.ts';
import { shownPhone } from '../bookings/phone.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { callFacts } from './call-facts.ts';
import { alert, escapeHtml } from './html.ts';
import type { OwnPage } from './template.ts';
import { textField } from './text-field.ts';
import { type TimeChoice, timeChoice } from './time-choice.ts';

export interface BookedPage {
  readonly booking: StoredBooking;
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** Whether the call has begun or is over. */
  readonly begun: boolean;
  /** When it was to begin before it was moved last, in milliseconds since the epoch. */
  readonly movedFrom?: number | undefined;
  /** Where it can be moved to. */
  readonly choice: TimeChoice;
  /** What stands open, because the visitor is at it. */
  readonly open?: 'deplacer' | 'numero' | undefined;
  /** Why a change was not made. */
  readonly detail?: string | undefined;
  /** The number that was typed to correct the other, and what is wrong with it. */
  readonly phone?: { readonly typed: string; readonly errors: readonly FieldError[] } | undefined;
}

const words = rendezVous.booked;

/** A call that was booked: when, who calls whom, and what can still be changed. */
export function bookedPage(page: BookedPage): OwnPage {
  const { booking, timeZone, begun, movedFrom, detail } = page;
  const cancelled = booking.state === 'cancelled';
  if (booking.state === 'held' && !begun) return heldPage(page);
  const toCome = !cancelled && !begun;
  const day = wallDay(booking.start, timeZone);
  const state = cancelled ? words.cancelledState : begun ? words.overState : words.state;
  const moved =
    toCome && movedFrom !== undefined
      ? `\n<p>${words.moved(wallMoment(movedFrom, timeZone), wallMoment(booking.start, timeZone))}</p>`
      : '';
  const fault = detail === undefined ? '' : alert(detail);
  const again = `<p><a class="action" href="/rendez-vous">${words.again}</a></p>`;
  return {
    title: cancelled ? words.cancelledTitle : words.title,
    main: `<h1>${escapeHtml(capitalised(day))}<span class="hour">${wallTime(booking.start, timeZone)}</span></h1>
<p class="state" role="status"><b aria-hidden="true">${cancelled ? '×' : '✓'}</b>${state}</p>${toCome ? `\n<p>${words.nothingToDo}</p>` : ''}${moved}
${fault}
${toCome ? `<div class="columns manage">${facts(booking, timeZone)}${changes(page)}</div>` : again}`,
    isStep: toCome,
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
  return `<section>${callFacts(booking, timeZone, false)}
<a class="action" href="/rendez-vous/${booking.token}.ics">${words.calendar}</a>
<a class="action plain" href="/validation?appel=${booking.token}">${words.next}</a></section>`;
}

function changes({ booking, choice, open, phone }: BookedPage): string {
  const times =
    choice.starts.length > 0
      ? `${timeChoice(choice)}<button class="ink">${words.moveSubmit}</button>`
      : `<p>${rendezVous.choose.none}</p>`;
  const field = textField({
    name: 'phone',
    label: rendezVous.choose.phone,
    value: phone?.typed ?? shownPhone(booking.phone),
    attributes: `type="tel" autocomplete="tel" maxlength="${LONGEST_PHONE}"`,
    hint: rendezVous.choose.phoneHint,
    errors: phone?.errors ?? [],
  });
  const unfolding = (id: string, summary: string, form: string) =>
    `<details id="${id}"${open === id ? ' open' : ''}><summary>${summary}</summary>
<form method="post" action="/rendez-vous/${booking.token}/${id}">${form}</form></details>`;
  return `<section>${unfolding('deplacer', words.move, times)}
${unfolding('numero', words.correct, `${field}<p class="hint">${words.correctHint}</p><button class="ink">${words.correctSubmit}</button>`)}
${unfolding('annuler', words.cancel, `<p>${words.cancelHint}</p><button class="plain">${words.cancelSubmit}</button>`)}
<p class="quiet">${words.keep}</p></section>`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
