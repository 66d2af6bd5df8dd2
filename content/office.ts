import type { Office } from '#domain/working-time.ts';
import { decided, inOrder, placeholder } from './facts/fact.ts';
import { exceptionalDays, time, weekdays, wholeNumber } from './facts/kinds.ts';

/** When the agency works: deadlines and reminders run in these hours only, and calls are booked within them. */
export const office: Office = {
  hours: {
    days: decided('office.hours.days', [1, 2, 3, 4, 5], 'les jours où l’agence travaille', weekdays),
    opens: placeholder('office.hours.opens', '09:00', 'l’heure à laquelle l’agence commence (HH:MM)', time),
    closes: placeholder('office.hours.closes', '18:00', 'l’heure à laquelle l’agence termine (HH:MM)', time),
    exceptions: decided(
      'office.exceptions',
      [],
      'les jours où l’agence travaille à d’autres heures, et ses congés',
      exceptionalDays,
    ),
  },
  timeZone: 'Europe/Zurich',
};
inOrder('office.hours', office.hours);

const workingDays = (name: string, value: number, what: string) =>
  decided(`office.delays.${name}`, value, what, wholeNumber(1, 10));

/** In how many working days what is promised is kept (promises/promises.ts). */
export const delays = {
  answer: workingDays('answer', 1, 'en combien de jours ouvrés vous répondez à un contact'),
  audit: workingDays('audit', 2, 'en combien de jours ouvrés vous lui envoyez son audit'),
} as const;
