import { rendezVous } from '#content/pages/rendez-vous.ts';
import { TIMES_AHEAD } from '#domain/booking.ts';
import { dayWords, isoDay, isoInstant, wallDay, wallTime } from '#domain/wall-clock.ts';
import { escapeHtml } from './html.ts';

/** Days that step 2 shows at a time. */
const DAYS = 5;
const PLACE = `${TIMES_AHEAD}=""></div>`;
const words = rendezVous.island;

export interface TimesAhead {
  /** Milliseconds since the epoch; at least one. */
  readonly starts: readonly number[];
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** The most calls that can begin on one day: so much room is kept. */
  readonly mostADay: number;
}

/**
 * The page of step 2 with its first days and the times of the first, as its island shows them (TimeChoice.tsx): they
 * stand there before anything is touched, and a time that is chosen stays chosen once the island has come.
 * @param html the page as built
 * @returns undefined where the page books no calls
 */
export function withTimes(html: string, { starts, timeZone, mostADay }: TimesAhead): string | undefined {
  if (!html.includes(PLACE)) return undefined;
  const days = [...Map.groupBy(starts, (start) => wallDay(start, timeZone))].slice(0, DAYS);
  const tabs = days.map(([day, [first = 0]], index) => {
    const { weekday, date } = dayWords(day);
    const value = isoDay(first, timeZone);
    return `<label class="free-day"><input type="radio" name="day" value="${value}" aria-label="${escapeHtml(day)}"${index === 0 ? ' checked' : ''}><span aria-hidden="true">${weekday.slice(0, 3)}.</span><b aria-hidden="true">${date}</b></label>`;
  });
  const [day = '', times = []] = days[0] ?? [];
  const hours = times.map((start) => {
    const value = isoInstant(start);
    return `<label class="free-time"><input type="radio" name="start" value="${value}"><time datetime="${value}">${wallTime(start, timeZone)}</time></label>`;
  });
  const room = '<span class="free-time no-time"></span>'.repeat(Math.max(0, mostADay - times.length));
  const months = [...new Set(days.map(([name]) => dayWords(name).month))].join(' – ');
  const fragment = `<div class="free-head"><p class="free-months">${months}</p></div>
<fieldset class="free-days"><legend class="visually-hidden">${words.day}</legend>${tabs.join('')}</fieldset>
<fieldset class="free-times"><legend class="visually-hidden">${escapeHtml(words.hours.replace('%', day))}</legend>${hours.join('')}${room}</fieldset>
<p class="free-zone">${words.officeZone}</p>`;
  return html.replace(PLACE, () => `${PLACE.slice(0, -'</div>'.length)}${fragment}</div>`);
}
