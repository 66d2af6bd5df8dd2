import { isHoliday } from '#domain/holidays.ts';
import type { Office } from '#domain/working-time.ts';
import { placeholder } from './placeholder.ts';

/** When the agency works: deadlines and reminders run in these hours only. */
export const office: Office = {
  hours: {
    days: [1, 2, 3, 4, 5],
    opens: placeholder('office.hours.opens', '09:00', 'l’heure à laquelle l’agence commence (HH:MM)'),
    closes: placeholder('office.hours.closes', '18:00', 'l’heure à laquelle l’agence termine (HH:MM)'),
  },
  timeZone: 'Europe/Zurich',
  isHoliday,
};
