import type { ReminderHours } from './availability.ts';
import { agency } from './business.ts';

/** The statement itself: whatever speaks of a booked call contains it (call.test.ts). */
const SETTLED = 'appel est réservé et confirmé';

/** A provider of bookings may have asked for no number. */
export const at = (phone: string) => (phone === '' ? '' : `, au ${phone}`);

/** When the reminders come. */
const BEFORE: Readonly<Record<ReminderHours, string>> = { 24: 'la veille', 1: 'une heure avant' };

/**
 * What is said of a booked call. The call's page, its mails, /validation, the owner's follow-up page and the terms take
 * their words from here, so that none of them says that something is left to be confirmed.
 */
export const call = {
  settled: SETTLED,
  state: `Votre ${SETTLED}.`,
  nothingToDo: 'Vous n’avez rien d’autre à faire.',
  /** Where a call is booked, on this site or at a provider: the link to the form. */
  bookAnother: 'Réserver un autre appel',
  cancelledState: 'Cet appel n’aura pas lieu.',
  reminded: (when: string) => `Nous vous le rappelons par e-mail ${when}.`,
  calls: (phone: string) => `${agency.brand} vous appelle au ${phone}`,
  /** About what, as the end of a line « Sujet ». */
  about: 'Votre site\u202f: vos chiffres, votre page, votre plan',
  /** In the terms. */
  rule: `Dès que le site ou l’e-mail vous le dit, votre ${SETTLED}.`,
  /** To the owner; `when` is a day and an hour. */
  owners: (when: string, phone: string) => `Son ${SETTLED}\u202f: ${when}${at(phone)}.`,
  /** The same once its hour has come. */
  ownersBegun: (when: string, phone: string) => `Son appel était réservé pour le ${when}${at(phone)}.`,
  ownersCancelled: (when: string) => `Son appel du ${when} est annulé.`,
  /** After a move; both are a day and an hour. */
  moved: (from: string, to: string) => `Déplacé\u202f: du ${from} au ${to}.`,
  labels: {
    when: 'Quand',
    there: 'Chez vous',
    who: 'Qui appelle',
    about: 'Sujet',
    from: 'Depuis le',
    before: 'Avant',
    /** In the place of `when`, of a call that is cancelled. */
    planned: 'Était prévu',
    duration: 'Durée',
  },
  /** « 15 minutes ». */
  minutes: (minutes: number) => `${minutes}\u00a0minutes`,
} as const;

/** That a call will be brought up again. @param hours those before the call at which it is still to come; empty: no word */
export function reminded(hours: readonly ReminderHours[]): string {
  return hours.length === 0 ? '' : call.reminded(hours.map((before) => BEFORE[before]).join(' et '));
}
