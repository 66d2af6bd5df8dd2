import type { Weekday } from '#domain/calendar.ts';
import { type LocalMoment, localMoment, type OpeningHours, openState } from '#domain/opening-hours.ts';
import { momentByClock } from '#domain/zone-clock.ts';
import {
  all,
  CLOCK,
  CLOSES,
  DAYS,
  EXCEPTIONS,
  type Name,
  OPEN,
  OPEN_STATE,
  OPENS,
  TIME_ZONE,
} from '../../../markup.ts';
import { openStateText, readExceptions } from './open-state-text.ts';

const MINUTE_MS = 60_000;

/**
 * Says in every `[data-open-state]` whether the place is open at this minute, and again at each minute. The page
 * as built says nothing there: it cannot know. The element carries `data-days` (ISO weekdays, `1,2`),
 * `data-opens`, `data-closes` (`HH:MM`), `data-exceptions` (open-state-text.ts), `data-time-zone` and `data-clock` (zone-clock.ts); it gets `data-open` (`true` or `false`).
 */
export function showOpenStates(): void {
  const now = new Date();
  for (const element of all(OPEN_STATE)) {
    const read = (name: Name) => element.getAttribute(name) ?? '';
    const state = openState(hoursOf(read), momentOf(read, now));
    const words = openStateText(state);
    element.setAttribute(OPEN, String(state.open));
    // Readers announce a text that is written again, even the same.
    if (element.textContent !== words) element.textContent = words;
  }
  setTimeout(showOpenStates, MINUTE_MS - (now.getTime() % MINUTE_MS));
}

type Read = (name: Name) => string;

function momentOf(read: Read, now: Date): LocalMoment {
  return momentByClock(now, read(CLOCK).split(' ').map(Number)) ?? localMoment(now, read(TIME_ZONE) || 'UTC');
}

function hoursOf(read: Read): OpeningHours {
  const days = read(DAYS).split(',');
  return {
    days: days.map((day) => Number(day) as Weekday),
    opens: read(OPENS),
    closes: read(CLOSES),
    exceptions: readExceptions(read(EXCEPTIONS)),
  };
}
