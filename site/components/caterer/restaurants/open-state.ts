import type { Weekday } from '#domain/calendar.ts';
import { openStateText } from '#domain/open-state-text.ts';
import { type LocalMoment, localMoment, type OpeningHours, openState } from '#domain/opening-hours.ts';
import { momentByClock } from '#domain/zone-clock.ts';

const MINUTE_MS = 60_000;

/**
 * Says in every `[data-open-state]` whether the place is open at this minute, and again at each minute. The page
 * as built says nothing there: it cannot know. The element carries `data-days` (ISO weekdays, `1,2`),
 * `data-opens`, `data-closes` (`HH:MM`), `data-time-zone` and `data-clock` (zone-clock.ts); it gets `data-open` (`true` or `false`).
 */
export function showOpenStates(): void {
  const now = new Date();
  for (const element of document.querySelectorAll<HTMLElement>('[data-open-state]')) {
    const state = openState(hoursOf(element.dataset), momentOf(element.dataset, now));
    const words = openStateText(state);
    element.dataset.open = String(state.open);
    // Readers announce a text that is written again, even the same.
    if (element.textContent !== words) element.textContent = words;
  }
  setTimeout(showOpenStates, MINUTE_MS - (now.getTime() % MINUTE_MS));
}

function momentOf({ timeZone = 'UTC', clock = '' }: DOMStringMap, now: Date): LocalMoment {
  return momentByClock(now, clock.split(' ').map(Number)) ?? localMoment(now, timeZone);
}

function hoursOf({ days = '', opens = '', closes = '' }: DOMStringMap): OpeningHours {
  return { days: days.split(',').map((day) => Number(day) as Weekday), opens, closes };
}
