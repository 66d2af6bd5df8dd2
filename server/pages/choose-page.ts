import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { FieldError } from '#domain/errors.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { LONGEST_PHONE } from '../bookings/booking-request.ts';
import { alert, escapeHtml, paragraph } from './html.ts';
import type { OwnPage } from './template.ts';
import { textField } from './text-field.ts';
import { type TimeChoice, timeChoice } from './time-choice.ts';

/** What was typed into the form, or came with the address. */
export interface TypedBooking {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The signed reference to the lead. */
  readonly lead: string;
  readonly timeZone: string;
}

export interface ChoosePage {
  /** A random uuid, under which the form books: sent twice, it is one call. */
  readonly id: string;
  readonly typed: TypedBooking;
  readonly choice: TimeChoice;
  /** When the visitor's next call is, booked before. */
  readonly booked?: number | undefined;
  /** Why the form is here again. */
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
}

const words = rendezVous.choose;

/** The form that books a call, for whoever has no JavaScript and whenever a booking was not taken. */
export function choosePage({ id, typed, choice, booked, detail, errors = [] }: ChoosePage): OwnPage {
  const seen = errors.filter(({ field }) => field !== 'id');
  const fault = seen.find(({ field }) => field === 'start');
  const hidden = (name: string, value: string) =>
    value === '' ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const field = (name: 'name' | 'email' | 'phone', attributes: string, hint = '') =>
    textField({ name, label: words[name], value: typed[name], attributes, hint, errors: seen });
  const times =
    choice.starts.length > 0
      ? timeChoice({ ...choice, hasFocus: fault !== undefined })
      : `<p>${words.none} ${words.noneThen} <a href="mailto:${escapeHtml(agency.email)}">${escapeHtml(agency.email)}</a></p>`;
  const known =
    booked === undefined
      ? ''
      : `<p class="state" role="status"><b aria-hidden="true">✓</b>${words.known(wallMoment(booked, choice.timeZone))}</p>${paragraph(words.knownThen)}`;
  return {
    title: words.title,
    main: `<h1>${words.headline}</h1>
${known}
${detail === undefined ? paragraph(words.lead) : alert(detail)}
<form method="post" action="/api/bookings" class="columns">
<section aria-labelledby="times"><h2 id="times">${words.times}</h2>
${fault === undefined ? '' : `<p class="fault">${escapeHtml(fault.message)}</p>`}
${times}</section>
<section aria-labelledby="contact"><h2 id="contact">${words.contact}</h2>
${field('name', `autocomplete="name" maxlength="${LEAD_LIMITS.name.max}"`)}
${field('email', `type="email" autocomplete="email" maxlength="${LEAD_LIMITS.email.max}"`)}
${field('phone', `type="tel" autocomplete="tel" maxlength="${LONGEST_PHONE}"`, words.phoneHint)}
${hidden('id', id)}${hidden('lead', typed.lead)}${hidden('timeZone', typed.timeZone)}
<button>${words.submit}</button>
<p class="hint">${words.privacy} <a href="/privacy-policy">${words.privacyLink}</a></p></section>
</form>`,
    isStep: true,
  };
}
