import { desk as words } from '#content/pages/desk.ts';
import type { CalendarSeen, SeenDay } from '../bookings/calendar/owner-calendar.ts';
import { frenchDay } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { ActionForm, type Framed } from './frame.tsx';

const text = words.calls.calendar;
/** Titles of odd entries that are named. */
const MOST_NAMED = 5;
const HALF_A_DAY_MS = 12 * 60 * 60_000;

interface CalendarPartProps {
  readonly frame: Framed;
  readonly calendar: CalendarSeen;
}

/** « Mardi 24 novembre » or « Mardi 24 novembre – jeudi 26 novembre »: the page says the year of its week. */
function daysOf({ start, end }: SeenDay): string {
  // The last day: the end is the midnight after it.
  const [first = '', last] = [start, Math.max(start, end - HALF_A_DAY_MS)].map((at) =>
    frenchDay(at).replace(/ \d{4}$/, ''),
  );
  const days = first === last ? first : `${first} – ${last}`;
  return days.charAt(0).toUpperCase() + days.slice(1);
}

/** What the owner's calendar holds of the week for whole days, and what is wrong with it. */
export function CalendarPart({ frame, calendar: { problem, odd, wholeDays, free } }: CalendarPartProps) {
  const titles = odd.slice(0, MOST_NAMED).map((title) => `«\u202f${shown(title)}\u202f»`);
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">{text.title}</h2>
      {(problem !== undefined || titles.length > 0) && (
        <div className="desk-alarms" role="alert">
          {problem !== undefined && <p>{text.problem(problem)}</p>}
          {titles.length > 0 && <p>{text.odd(titles.join(', '))}</p>}
        </div>
      )}
      <h3 className="desk-part">{text.wholeDays}</h3>
      {wholeDays.length === 0 ? <p>{text.none}</p> : <p className="desk-quiet">{text.hint}</p>}
      {wholeDays.length > 0 && (
        <ul className="desk-rows">
          {wholeDays.map((day) => (
            <li key={`${day.start} ${day.title}`} className="desk-row">
              <WholeDayRow frame={frame} day={day} />
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && <h3 className="desk-part">{text.freed}</h3>}
      {free.length > 0 && (
        <ul className="desk-rows">
          {free.map((one) => (
            <li key={one} className="desk-row">
              <p className="desk-who">{`«\u202f${plainText(one)}\u202f»`}</p>
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
  const { title, freedBy } = day;
  return (
    <>
      <p className="desk-when">
        <strong>{daysOf(day)}</strong>
        <span>{freedBy === undefined ? text.busy : text.free(plainText(freedBy))}</span>
      </p>
      <h4 className="desk-who">{shown(title)}</h4>
      {freedBy === undefined && title !== '' && (
        <ActionForm {...frame} of={{}}>
          <label>
            {text.words} <input name="words" defaultValue={plainText(title)} maxLength={200} required />
          </label>
          <button type="submit" name="do" value="liberer-jours" className="desk-button">
            {words.actions['liberer-jours']}
          </button>
        </ActionForm>
      )}
    </>
  );
}
