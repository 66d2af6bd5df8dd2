import type { Availability } from '#domain/availability.ts';
import { placeholder } from './placeholder.ts';

const WORKDAYS = [1, 2, 3, 4, 5] as const;

/** When the 15-minute call can be booked; on holidays of the canton it never can. */
export const availability: Availability = {
  timeZone: 'Europe/Zurich',
  hours: [
    {
      days: WORKDAYS,
      opens: placeholder('availability.hours.morning.opens', '09:00', 'l’heure du premier appel du matin'),
      closes: placeholder(
        'availability.hours.morning.closes',
        '12:00',
        'l’heure où les appels du matin finissent',
      ),
    },
    {
      days: WORKDAYS,
      opens: placeholder(
        'availability.hours.afternoon.opens',
        '13:30',
        'l’heure du premier appel de l’après-midi',
      ),
      closes: placeholder(
        'availability.hours.afternoon.closes',
        '17:30',
        'l’heure où les appels de l’après-midi finissent',
      ),
    },
  ],
  minutes: 15,
  everyMinutes: 30,
  bufferMinutes: 15,
  // At least as long as the owner's calendar may be late: Outlook publishes changes up to 3 hours later.
  noticeHours: 4,
  horizonDays: 30,
};

/** When both are reminded of a call, in hours before it; not when that is within an hour of the booking. */
export const callReminderHours = [24, 1] as const;

/**
 * What happens while the owner's calendar (OWNER_CALENDAR_URL) cannot be read: `offer` goes on with what was last
 * read of it, `stop` offers no call until it can be read again.
 */
export const whenCalendarUnreadable: 'offer' | 'stop' = placeholder(
  'availability.whenCalendarUnreadable',
  'offer',
  'ce qui est fait quand votre agenda est illisible\u202f: « offer » (proposer quand même) ou « stop » (ne plus proposer)',
);
