import { desk as words } from '#content/pages/desk.ts';
import type { CalendarSeen, SeenDay } from '../../bookings/calendar/busy-times.ts';
import { frenchDay } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { ActionForm, type Framed } from './frame.tsx';

const text = words.calls.calendar;
/** Titles of odd entries that are named. */
const MOST_NAMED = 5;
const HALF_A_DAY_MS = 12 * 60 * 60_000;

interface CalendarPartProps {
  readonly frame: Framed;
  readonly calendar: CalendarSeen;
}

/** What the owner's calendar holds of the week for whole days, and what is wrong with it. */
export function CalendarPart({ frame, calendar: { problem, odd, wholeDays, free } }: CalendarPartProps) {
  const titles = odd.slice(0, MOST_NAMED).map((title) => `«\u202f${shown(title)}\u202f»`);
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">{text.title}</h2>
      {problem !== undefined && <p role="alert">{text.problem(problem)}</p>}
      {titles.length > 0 && <p role="alert">{text.odd(titles.join(', '))}</p>}
      <h3>{text.wholeDays}</h3>
      {wholeDays.length === 0 ? <p>{text.none}</p> : <p className="desk-quiet">{text.hint}</p>}
      {wholeDays.length > 0 && (
        <ul>
          {wholeDays.map((day) => (
            <li key={`${day.start} ${day.title}`}>
              <WholeDayRow frame={frame} day={day} />
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && <h3>{text.freed}</h3>}
      {free.length > 0 && (
        <ul>
          {free.map((one) => (
            <li key={one}>
              {plainText(one)}
              <ActionForm {...frame} of={{ words: one }}>
                <button type="submit" name="do" value="compter-jours" className="desk-link">
                  {words.actions['compter-jours']}
                </button>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function shown(title: string): string {
  return plainText(title).trim() || text.untitled;
}

function WholeDayRow({ frame, day }: { readonly frame: Framed; readonly day: SeenDay }) {
  const { title, start, end, freedBy } = day;
  // The last day: the end is the midnight after it.
  const [first, last] = [frenchDay(start), frenchDay(Math.max(start, end - HALF_A_DAY_MS))];
  const when = first === last ? first : `${first} – ${last}`;
  return (
    <>
      <p>
        <strong>{shown(title)}</strong>, {when},{' '}
        {freedBy === undefined ? text.busy : text.free(plainText(freedBy))}
      </p>
      {freedBy === undefined && title !== '' && (
        <ActionForm {...frame} of={{}}>
          <label>
            {text.words} <input name="words" defaultValue={plainText(title)} maxLength={200} required />
          </label>
          <button type="submit" name="do" value="liberer-jours">
            {words.actions['liberer-jours']}
          </button>
        </ActionForm>
      )}
    </>
  );
}
