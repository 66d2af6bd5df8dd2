import { availability } from '#content/availability.ts';
import { CalendarUnreadable, readCalendar } from '#server/bookings/calendar/read-calendar.ts';
import type { Config } from '#server/config/config.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Whether the owner's calendar can be read; nothing when none is set. Never throws. @param now milliseconds since the epoch */
export async function checkCalendar(
  { ownerCalendarUrl, publicUrl }: Config,
  now: number,
): Promise<Finding[]> {
  if (ownerCalendarUrl === undefined) return [];
  const { timeZone, horizonDays } = availability;
  const wanted = { from: now, to: now + horizonDays * DAY_MS, timeZone, host: new URL(publicUrl).hostname };
  try {
    const busy = await readCalendar(ownerCalendarUrl, wanted);
    const text = `OWNER_CALENDAR_URL : l’agenda est lisible (${busy.length} plages occupées d’ici ${horizonDays} jours).`;
    return [{ weight: 'fine', text }];
  } catch (error) {
    const reason = error instanceof CalendarUnreadable ? error.message : 'erreur imprévue';
    return [
      {
        weight: 'mend',
        text: `OWNER_CALENDAR_URL : ${reason}. Une heure déjà prise chez vous peut être réservée. Copiez à nouveau l’adresse secrète (iCal) depuis les réglages de votre agenda.`,
      },
    ];
  }
}
