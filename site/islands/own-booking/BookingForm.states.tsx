import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { ComponentStates } from '../../testing/component-states.ts';
import { BookingForm } from './BookingForm.tsx';
import type { FreeTimesAnswer } from './booking-api.ts';
import { afterEvent, type BookingEvent, FIRST_STATE } from './booking-state.ts';

/** Six days of which one has no time left, across two months; half hours from 9h00 in Switzerland. */
const DAYS = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'];
const HOURS = ['08:00', '08:30', '09:00', '13:00'];
const STARTS = DAYS.flatMap((day) => HOURS.map((hour) => `${day}T${hour}:00Z`));

export const someTimes: FreeTimesAnswer = { kind: 'known', timeZone: 'Europe/Zurich', starts: STARTS };

const asked: BookingEvent = { kind: 'timesAsked', visitorZone: 'Europe/Zurich' };
const read: BookingEvent = { kind: 'timesRead', times: someTimes };
const chosen: BookingEvent = { kind: 'timeChosen', start: STARTS[1] ?? '' };
const sent: BookingEvent = { kind: 'sent' };

const props = { words: rendezVous.island, mostADay: 14, writeTo: 'bonjour@exemple.ch' };
const after = (...events: BookingEvent[]) => ({ ...props, state: events.reduce(afterEvent, FIRST_STATE) });
const answered = (answer: Extract<BookingEvent, { kind: 'answered' }>['answer']): BookingEvent => ({
  kind: 'answered',
  answer,
});

/** The booking in step 2, through all that can happen to it. */
export const bookingForm: ComponentStates<typeof BookingForm> = {
  name: 'BookingForm',
  component: BookingForm,
  states: {
    'avant le premier signe': after(),
    'heures libres': after(asked, read),
    'heures d’ailleurs': after({ ...asked, visitorZone: 'America/New_York' }, read),
    'aucune heure libre': after(asked, { kind: 'timesRead', times: { ...someTimes, starts: [] } }),
    'heures illisibles': after(asked, { kind: 'timesRead', times: { kind: 'unreadable' } }),
    'heure choisie': after(asked, read, chosen),
    'envoi en cours': after(asked, read, chosen, sent),
    'heure prise': after(
      asked,
      read,
      chosen,
      sent,
      answered({ kind: 'taken', detail: rendezVous.faults.taken, starts: STARTS.slice(2) }),
    ),
    'champs refusés': after(
      asked,
      read,
      sent,
      answered({
        kind: 'refused',
        detail: rendezVous.faults.invalid(3),
        errors: [
          { field: 'start', message: 'Choisissez une heure dans la liste.' },
          { field: 'email', message: 'L’adresse e-mail doit contenir un «\u202f@\u202f».' },
          { field: 'phone', message: 'Le numéro de téléphone est obligatoire.' },
        ],
      }),
    ),
    'trop souvent': after(
      asked,
      read,
      chosen,
      sent,
      answered({ kind: 'later', detail: rendezVous.faults.often, retryAfterS: 40, sure: true }),
    ),
    'réponse qui tarde': after(asked, read, chosen, sent, { kind: 'late' }),
    'sans réponse': after(asked, read, chosen, sent, answered({ kind: 'silent' })),
    'sans connexion': after(asked, read, chosen, sent, answered({ kind: 'silent', isOffline: true })),
    'attend notre accord': after(
      asked,
      read,
      chosen,
      sent,
      answered({ kind: 'booked', page: '/rendez-vous/abcdefghijklmnopqrstuvwxyz012345', held: true }),
    ),
    réservé: after(
      asked,
      read,
      chosen,
      sent,
      answered({ kind: 'booked', page: '/rendez-vous/abcdefghijklmnopqrstuvwxyz012345' }),
    ),
    'retour après la réservation': after(asked, read, {
      kind: 'callKnown',
      call: {
        page: '/rendez-vous/abcdefghijklmnopqrstuvwxyz012345',
        start: STARTS[1] ?? '',
        timeZone: 'Europe/Zurich',
        phone: '+41 79 555 01 48',
      },
    }),
  },
};
