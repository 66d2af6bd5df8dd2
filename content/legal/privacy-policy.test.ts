import { describe, expect, it } from 'vitest';
import type { Booking } from '#domain/booking.ts';
import { formFields } from '../lead-fields.ts';
import { agencyExample, keysOf, textOf, textsOf } from './example-documents.ts';
import { agencyDocuments } from './index.ts';

describe('the agency’s privacy policy', () => {
  const text = textOf('privacy-policy');

  it.each([
    ['who is responsible', '«LEGAL_NAME»'],
    ['where', '«STREET», «POSTCODE» «CITY»'],
    ['how to write', 'contact@maison.example'],
    ['purposes', 'Préparer l’audit'],
    ['the recipient of leads', 'Airtable'],
    ['what a booking keeps', 'numéro de téléphone'],
    ['what it is for', 'vous appeler à l’heure dite'],
    ['whom an invitation goes to', 'invitation'],
    ['how reminders come', '24 heures et 1 heure avant'],
    ['the chat recipient', 'WhatsApp'],
    ['the film recipient', 'youtube-nocookie'],
    ['the mail provider', '«MAIL»'],
    ['where mails are', '«MAIL_COUNTRY»'],
    ['what is sent', 'un e-mail au texte fixe'],
    ['that nobody watches its reading', 'ni leur ouverture ni vos clics'],
    ['the host', '«HOST»'],
    ['the countries', 'États-Unis'],
    ['the guarantee for leads', 'Clauses types reconnues par le PFPDT'],
    ['the exceptions', 'art. 17'],
    ['how long leads stay', '31 mois'],
    ['who deletes them', 'chaque jour, notre serveur efface'],
    ['what a server that cannot deliver keeps', 'jusqu’à ce qu’elle l’ait été'],
    ['where the database is', 'sur le serveur, ou dans un PostgreSQL'],
    ['the city of the database', '«HOST_CITY»'],
    ['that marks are sent beside the fields', `en plus des ${formFields}`],
    ['what the signed mark holds', 'défi signé'],
    ['what holds a request back', 'retenue'],
    ['what a flood changes', 'afflux'],
    [
      'what the proxy logs of an address',
      'les 24 premiers bits d’une adresse IPv4, les 32 premiers d’une adresse IPv6',
    ],
    ['what several servers keep of an address', 'une empreinte'],
    ['how long logs stay', '«LOG_RETENTION»'],
    ['access', 'art. 25'],
    ['portability', 'art. 28'],
    ['rectification and erasure', 'art. 32'],
    ['opposition', 'opposition'],
    ['the delay', '30 jours'],
    ['the authority', 'Feldeggweg 1, 3003 Berne'],
    ['no cookies', 'aucun cookie'],
    ['GDPR', 'RGPD'],
  ])('says %s', (_what, words) => {
    expect(text).toContain(words);
  });

  it('lists exactly the keys of the browser’s storage', () => {
    expect(keysOf('privacy-policy')).toEqual([
      'user_session',
      'pending_leads',
      'last_lead',
      'pending_booking',
      'booked_call',
    ]);
  });

  const page = 'https://example.org/15min';
  const wordsBy = (booking: Booking) =>
    agencyDocuments({ ...agencyExample, booking, bookingSafeguard: 'framework' })
      .flatMap(textsOf)
      .join(' ');
  const OWN =
    /rappels par e-mail|pending_booking|booked_call|votre réservation|calcul.*La réservation d’un appel/i;
  const PROVIDED = /l’agenda de (Calendly|Cal\.com)|ouvrir la prise de rendez-vous/;
  const BOOKED = /Vous choisissez l’heure|l’heure que vous choisissez|préremplir|lien de la confirmation/;

  it('speaks of bookings here where calls are booked here', () => {
    const words = wordsBy({ way: 'own' });
    for (const told of [OWN, BOOKED]) expect(words).toMatch(told);
    expect(words).not.toMatch(PROVIDED);
    expect(words).not.toMatch(/Calendly|Cal\.com/);
  });

  it.each([
    ['calendly', 'Calendly, LLC', 'Cal.com'],
    ['cal', 'Cal.com, Inc.', 'Calendly'],
  ] as const)('names the provider that the agency chose (%s), and no other', (way, company, other) => {
    const words = wordsBy({ way, page });
    for (const told of [PROVIDED, BOOKED]) expect(words).toMatch(told);
    expect(words).toContain(company);
    expect(words).toContain('Certification Swiss–US Data Privacy Framework');
    expect(words).not.toContain(other);
    expect(words).not.toMatch(OWN);
    expect(words).toContain('Il écrit trois entrées');
  });

  it('speaks of no booking where the hour is settled by message', () => {
    const words = wordsBy({ way: 'message' });
    expect(words).toContain('nous convenons de l’heure par message');
    for (const told of [OWN, PROVIDED, BOOKED, /Calendly|Cal\.com/]) expect(words).not.toMatch(told);
  });
});
