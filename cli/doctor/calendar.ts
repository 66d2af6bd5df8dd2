import { availability } from '#content/availability.ts';
import type { Instant } from '#domain/instant.ts';
import { NOT_IN_USE } from '#server/bookings/calendar/owner-calendar.ts';
import { CalendarUnreadable, readCalendar } from '#server/bookings/calendar/read-calendar.ts';
import type { Config } from '#server/config/config.ts';
import type { Network } from '#server/outgoing/network.ts';
import { safeText } from '../leads/print.ts';
import { type Finding, fine, mend } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;

const MOST_NAMED = 5;
const LONGEST_TITLE = 60;

/** Whether the owner's calendar can be read; nothing when none is set. Never throws. */
export async function checkCalendar(
  { ownerCalendarUrl, publicUrl, mail }: Config,
  now: Instant,
  network?: Network,
): Promise<Finding[]> {
  if (ownerCalendarUrl === undefined) return [];
  const { timeZone, horizonDays } = availability;
  const host = new URL(publicUrl).hostname;
  const wanted = { from: now, to: now + horizonDays * DAY_MS, timeZone, host, owners: mail.owners };
  try {
    const { busy, odd, isInUse } = await readCalendar(ownerCalendarUrl, wanted, network);
    if (!isInUse)
      return [mend(`OWNER_CALENDAR_URL : ${NOT_IN_USE}`), ...(odd.length === 0 ? [] : [oddEntries(odd)])];
    const text = `OWNER_CALENDAR_URL : l’agenda est lisible (${busy.length} plages occupées d’ici ${horizonDays} jours).`;
    return [fine(text), ...(odd.length === 0 ? [] : [oddEntries(odd)])];
  } catch (error) {
    const reason = error instanceof CalendarUnreadable ? error.message : 'erreur imprévue';
    return [
      mend(
        `OWNER_CALENDAR_URL : ${reason}. Une heure déjà prise chez vous peut être réservée. Copiez à nouveau l’adresse secrète (iCal) depuis les réglages de votre agenda\u202f; elle doit être joignable depuis Internet.`,
      ),
    ];
  }
}

function oddEntries(titles: readonly string[]): Finding {
  const named = titles
    .slice(0, MOST_NAMED)
    .map((title) => `«\u202f${safeText(title.slice(0, LONGEST_TITLE) || 'sans titre')}\u202f»`);
  const more = titles.length > MOST_NAMED ? ` et ${titles.length - MOST_NAMED} de plus` : '';
  return mend(
    `OWNER_CALENDAR_URL : des entrées de votre agenda sont étranges\u202f: ${named.join(', ')}${more}. Ce qui est illisible ou sans fin, ou dont personne ne connaît le fuseau horaire, ne compte pas, et son heure peut être réservée. Corrigez ou supprimez-les dans votre agenda.`,
  );
}
