import { expect, test } from 'vitest';
import { agency } from '#content/business.ts';
import { agencyDocuments } from '#content/legal/index.ts';
import type { Booking, BookingWay } from '#domain/booking.ts';
import { bookingLink } from '#server/bookings/mails/call-mails.ts';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from '#server/messages/links.ts';
import { someLead } from '../fakes/leads.ts';
import { book, someRequest } from './bookings.ts';
import { HTML, sendForm, startServer } from './test-server.ts';

/** A Monday, 08:00 in Zurich. */
const NOW = Date.parse('2026-11-23T07:00:00Z');

interface Said {
  readonly booking: Booking;
  /** Of /api/slots, of a booking by JSON, and of one by form. */
  readonly statuses: readonly number[];
  /** Where /rendez-vous leads to; its id is made anew each time. */
  readonly form: RegExp;
  /** A sentence of the page that answers a form for a call where none can be booked here. */
  readonly refusal?: string;
  /** Where the mail to the visitor leads, and how it says it. */
  readonly link: { readonly href: RegExp; readonly label: string };
  /** In the general conditions. */
  readonly terms: string;
}

const page = 'https://example.org/15min';
const provided = {
  statuses: [404, 404, 404],
  form: /^\/introduction$/,
  refusal: 'choisissez votre heure dans l’agenda de l’étape 2',
  link: { href: /\/introduction\?ref=/, label: 'Choisir le moment de mon appel' },
};

/** The compiler names a way that is missing here. */
const WAYS: Readonly<Record<BookingWay, Said>> = {
  own: {
    booking: { way: 'own' },
    statuses: [200, 201, 303],
    form: /^\/rendez-vous\?id=/,
    link: { href: /\/rendez-vous\?ref=/, label: 'Choisir le moment de mon appel' },
    terms: 'Vous choisissez l’heure sur ce site',
  },
  calendly: { booking: { way: 'calendly', page }, ...provided, terms: 'l’heure dans l’agenda de Calendly' },
  cal: { booking: { way: 'cal', page }, ...provided, terms: 'l’heure dans l’agenda de Cal.com' },
  message: {
    booking: { way: 'message' },
    statuses: [404, 404, 404],
    form: /^\/introduction$/,
    refusal: 'écrivez-nous, l’étape 2 a le bouton pour cela',
    link: { href: /\/introduction$/, label: 'Fixer mon appel par message' },
    terms: 'nous convenons de l’heure par message',
  },
};

test.each(Object.entries(WAYS))('%s: routes, mails and legal texts agree', async (way, said) => {
  const { booking, statuses, form, refusal, link, terms } = said;
  expect(booking.way).toBe(way);
  const { url } = await startServer({}, () => NOW, undefined, undefined, booking);
  const slots = await fetch(`${url}/api/slots`);
  const json = await book(url, someRequest({ start: '2026-11-24T09:00:00Z' }));
  const { phone, name, email } = someRequest();
  const typed = { id: crypto.randomUUID(), start: '2026-11-24T10:00:00Z', phone, name, email };
  const byForm = await sendForm(`${url}/api/bookings`, typed);
  expect([slots.status, json.status, byForm.status]).toEqual(statuses);
  if (refusal !== undefined) expect(await byForm.text()).toContain(refusal);
  const asked = await fetch(`${url}/rendez-vous`, { redirect: 'manual', headers: HTML });
  expect(asked.headers.get('location')).toMatch(form);

  const links = signedLinks(new Secret('key'));
  const mail = bookingLink({ ...someLead(), createdAt: NOW }, { links, publicUrl: url, booking });
  expect(mail).toEqual({ label: link.label, href: expect.stringMatching(link.href) });

  const texts = JSON.stringify(agencyDocuments({ ...agency, booking }));
  for (const other of Object.values(WAYS)) {
    const isSaid = other.terms === terms;
    expect(texts.includes(other.terms), other.terms).toBe(isSaid);
  }
  expect(texts.includes('pour l’appel, un numéro de téléphone')).toBe(way === 'own');
  expect(texts.includes('réservé un appel')).toBe(way !== 'message');
});
