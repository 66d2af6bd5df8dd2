import { rendezVous } from '#content/pages/rendez-vous.ts';
import { dayWords, isoInstant, sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { escapeHtml } from './html.ts';

/** Some days with free times, and where the days before and after them are. */
export interface TimeChoice {
  /** Milliseconds since the epoch. */
  readonly starts: readonly number[];
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** Where the visitor's clock shows other hours, these are chosen from, with the office's beside them. */
  readonly visitorZone?: string | null | undefined;
  /** The one that is chosen already. */
  readonly chosen?: number | undefined;
  /** Whether the first of the times that are shown takes the focus: none was chosen. */
  readonly hasFocus?: boolean;
  /** Addresses. */
  readonly earlier?: string | undefined;
  readonly later?: string | undefined;
}

const words = rendezVous.choose;

/**
 * Radio buttons, one group for each day, as HTML. Before them a group of the days: where there is little room the
 * styles show the times of one (site/styles/own-page/times.css). No time is `required`: where its day is not shown, a
 * browser would refuse to send the form without a word.
 */
export function timeChoice(choice: TimeChoice): string {
  const { starts, timeZone, visitorZone, chosen, hasFocus, earlier, later } = choice;
  const zone = visitorZone ?? timeZone;
  const differs = starts.some((start) => !sameWall(start, zone, timeZone));
  const days = [...Map.groupBy(starts, (start) => wallDay(start, zone))];
  const open = Math.max(
    0,
    days.findIndex(([, times]) => chosen !== undefined && times.includes(chosen)),
  );
  const tabs = days.map(([day], index) => {
    const { weekday, date } = dayWords(day);
    const checked = index === open ? ' checked' : '';
    return `<label class="free-day"><input type="radio" name="day" value="${index + 1}" aria-label="${escapeHtml(day)}"${checked}><span aria-hidden="true">${escapeHtml(weekday.slice(0, 3))}.</span><b aria-hidden="true">${escapeHtml(date)}</b></label>`;
  });
  const groups = days.map(([day, times], index) => {
    const labels = times.map((start, nth) => {
      const value = isoInstant(start);
      const checked = start === chosen ? ' checked' : '';
      const focus = hasFocus && index === open && nth === 0 ? ' autofocus' : '';
      const office = differs ? ` <small>${wallTime(start, timeZone)}</small>` : '';
      return `<label class="free-time"><input type="radio" name="start" value="${value}"${checked}${focus}><time datetime="${value}">${wallTime(start, zone)}</time>${office}</label>`;
    });
    return `<fieldset class="day"><legend>${legendOf(day)}</legend><div class="times">${labels.join('')}</div></fieldset>`;
  });
  const links = [
    earlier === undefined ? '<span></span>' : `<a href="${escapeHtml(earlier)}">← ${words.earlier}</a>`,
    later === undefined ? '' : `<a href="${escapeHtml(later)}">${words.later} →</a>`,
  ];
  const pages = earlier === undefined && later === undefined ? '' : `<p class="pages">${links.join('')}</p>`;
  return `<div class="choice"><fieldset class="tabs"><legend class="visually-hidden">${words.day}</legend><div class="strip">${tabs.join('')}</div></fieldset>
${groups.join('\n')}</div>\n<p class="hint">${differs ? escapeHtml(words.bothZones(townOf(zone))) : words.officeZone}</p>\n${pages}`;
}

/** « mardi 24 novembre », so that its date can stand under its weekday. */
function legendOf(day: string): string {
  const { weekday } = dayWords(day);
  return `${escapeHtml(weekday)} <span>${escapeHtml(day.slice(weekday.length + 1))}</span>`;
}
