import type { Availability } from '#domain/availability.ts';
import { contradiction, decided, inOrder, placeholder } from './facts/fact.ts';
import { oneOf, time, weekdays, wholeNumber } from './facts/kinds.ts';
import { office } from './office.ts';

const days = decided(
  'availability.days',
  [1, 2, 3, 4, 5],
  'les jours où l’on peut réserver un appel',
  weekdays,
);

/** When the 15-minute call can be booked; on holidays of the canton, and on the agency's own days off, it cannot. */
export const availability: Availability = {
  timeZone: 'Europe/Zurich',
  hours: [
    {
      days,
      opens: placeholder(
        'availability.hours.morning.opens',
        '09:00',
        'l’heure du premier appel du matin',
        time,
      ),
      closes: placeholder(
        'availability.hours.morning.closes',
        '12:00',
        'l’heure où les appels du matin finissent',
        time,
      ),
    },
    {
      days,
      opens: placeholder(
        'availability.hours.afternoon.opens',
        '13:30',
        'l’heure du premier appel de l’après-midi',
        time,
      ),
      closes: placeholder(
        'availability.hours.afternoon.closes',
        '17:30',
        'l’heure où les appels de l’après-midi finissent',
        time,
      ),
    },
  ],
  exceptions: office.hours.exceptions ?? [],
  minutes: 15,
  everyMinutes: 30,
  bufferMinutes: 15,
  // At least as long as the owner's calendar may be late: Outlook publishes changes up to 3 hours later.
  noticeHours: decided(
    'availability.noticeHours',
    4,
    'le délai, en heures, entre une réservation et l’appel',
    wholeNumber(1, 168),
  ),
  horizonDays: decided(
    'availability.horizonDays',
    30,
    'le dernier jour que l’on peut réserver, compté depuis aujourd’hui',
    wholeNumber(2, 90),
  ),
};

const [morning, afternoon] = availability.hours;
if (morning && afternoon) {
  inOrder('availability.hours.morning', morning);
  inOrder('availability.hours.afternoon', afternoon);
  if (morning.closes > afternoon.opens)
    contradiction(
      ['availability.hours.morning.closes', 'availability.hours.afternoon.opens'],
      `les appels du matin finissent (${morning.closes}) après le début de ceux de l’après-midi (${afternoon.opens}). Corrigez l’une des deux heures.`,
    );
}
if (availability.noticeHours >= availability.horizonDays * 24)
  contradiction(
    ['availability.noticeHours', 'availability.horizonDays'],
    'le délai avant un appel dépasse le dernier jour que l’on peut réserver\u202f: aucun appel ne serait proposé. Raccourcissez le délai ou allongez l’horizon.',
  );

/** When both are reminded of a call, in hours before it; not when that is within an hour of the booking. */
export const callReminderHours = [24, 1] as const;

export type ReminderHours = (typeof callReminderHours)[number];

/**
 * What happens while the owner's calendar (OWNER_CALENDAR_URL) cannot be read: `offer` goes on with what was last
 * read of it, `stop` offers no call until it can be read again.
 */
export const whenCalendarUnreadable: 'offer' | 'stop' = placeholder(
  'availability.whenCalendarUnreadable',
  'offer',
  'ce qui est fait quand votre agenda est illisible\u202f: « offer » (proposer quand même) ou « stop » (ne plus proposer)',
  oneOf('offer', 'stop'),
);
