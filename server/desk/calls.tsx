import { office } from '#content/office.ts';
import { desk as words } from '#content/pages/desk.ts';
import type { Instant } from '#domain/instant.ts';
import { wallTime } from '#domain/wall-clock.ts';
import type { CalendarSeen } from '../bookings/calendar/owner-calendar.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';
import { frenchDay } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { CalendarPart } from './calendar-part.tsx';
import { CallRows } from './call-rows.tsx';
import { ActionForm, type Framed } from './frame.tsx';
import type { Hour } from './week.ts';

/** One day of the week, by the office's clock. */
export interface DeskDay {
  readonly begins: Instant;
  /** When the next day begins: a day of a clock change has 23 or 25 hours. */
  readonly ends: Instant;
  readonly hours: readonly Hour[];
  /** How many times a visitor could book. */
  readonly free: number;
}

export interface CallsProps {
  readonly frame: Framed;
  /** From Monday on. */
  readonly days: readonly DeskDay[];
  readonly calls: readonly StoredBooking[];
  readonly now: Instant;
  readonly publicUrl: string;
  /** Monday of the week before and of the one after, `2026-11-23`. */
  readonly previous: string;
  readonly next: string;
  /** Calls to come that were booked within the last hours, by how many; those of a day hold those of an hour. */
  readonly rush: readonly {
    readonly hours: 1 | 6 | 24;
    readonly calls: readonly StoredBooking[];
    /** How many were cancelled by their visitors, and count still. */
    readonly already: number;
  }[];
  readonly isBookedHere: boolean;
  /** Whether the owner's calendar could be read, where there is one. */
  readonly isRead: boolean;
  /** The owner's calendar; undefined: none is set. */
  readonly calendar?: CalendarSeen | undefined;
}

const text = words.calls;

/** A week of calls, from the owner's side. */
export function CallsPage(props: CallsProps) {
  const { frame, days, calls, rush, now, publicUrl, previous, next, isBookedHere, isRead, calendar } = props;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <h1>{text.title}</h1>
      {first && last && (
        <p className="desk-lead">{text.week(frenchDay(first.begins), frenchDay(last.begins))}</p>
      )}
      <nav className="desk-turn" aria-label={text.title}>
        <a rel="prev" href={`${frame.root}/appels?semaine=${previous}`}>
          {text.previous}
        </a>
        <a href={`${frame.root}/appels`}>{text.this}</a>
        <a rel="next" href={`${frame.root}/appels?semaine=${next}`}>
          {text.next}
        </a>
      </nav>
      {!isBookedHere && <p>{text.elsewhere}</p>}
      {!isRead && <p role="alert">{text.unreadable}</p>}
      {isBookedHere && <p className="desk-quiet">{text.hint}</p>}
      <ActionForm {...frame} of={{}}>
        <div className="desk-week">
          {days.map((day) => (
            <Day key={day.begins} day={day} isToday={day.begins <= now && now < day.ends} />
          ))}
        </div>
      </ActionForm>
      {calendar && <CalendarPart frame={frame} calendar={calendar} />}
      <section aria-labelledby="semaine">
        <h2 id="semaine">{text.ofWeek}</h2>
        {calls.length === 0 ? (
          <p>{text.none}</p>
        ) : (
          <CallRows calls={calls} now={now} frame={frame} publicUrl={publicUrl} when={dayAndTime} />
        )}
      </section>
      <Rush frame={frame} rush={rush} now={now} />
    </>
  );
}

const MOST_NAMED = 20;
const HOUR_MS = 60 * 60_000;

/** What cancels many calls at once: each step shows whose they are before its button does it. */
function Rush({ frame, rush, now }: Pick<CallsProps, 'frame' | 'rush' | 'now'>) {
  // A longer time that holds no more calls would be the same button again.
  const count = (of: CallsProps['rush'][number] | undefined) =>
    of === undefined ? 0 : of.calls.length + of.already;
  const some = rush.filter((one, index) => count(one) > count(rush[index - 1]));
  if (some.length === 0) return undefined;
  const { told, since, list, more, gone, sure } = text.rush;
  return (
    <section aria-labelledby="afflux">
      <h2 id="afflux">{words.actions['annuler-afflux']}</h2>
      <p className="desk-quiet">{told}</p>
      <ActionForm {...frame} of={{}}>
        {some.map(({ hours, calls, already }) => (
          <details key={hours} className="desk-won desk-rush">
            <summary className="desk-button">{list(calls.length, since[hours])}</summary>
            <ul>
              {calls.slice(0, MOST_NAMED).map(({ id, name, email, start }) => (
                <li key={id}>
                  {dayAndTime(start)}, {plainText(name)}, {plainText(email)}
                </li>
              ))}
              {calls.length > MOST_NAMED && <li>{more(calls.length - MOST_NAMED)}</li>}
              {already > 0 && <li>{gone(already)}</li>}
            </ul>
            {/* Not what is booked after the list was made. */}
            <button
              type="submit"
              name="do"
              value={`annuler-afflux ${now - hours * HOUR_MS}-${now}`}
              className="desk-button desk-first"
            >
              {sure(calls.length)}
            </button>
          </details>
        ))}
      </ActionForm>
    </section>
  );
}

/** « Mardi 24 à 9h00 ». */
function dayAndTime(at: Instant): string {
  const [weekday = '', day = ''] = frenchDay(at).split(' ');
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${day} à\u00a0${wallTime(at, office.timeZone)}`;
}

function Day({
  day: { begins, hours, free },
  isToday,
}: {
  readonly day: DeskDay;
  readonly isToday: boolean;
}) {
  const name = frenchDay(begins);
  const [weekday, date = ''] = name.split(/ (.*)/);
  return (
    <section aria-label={name} className={isToday ? 'desk-today' : undefined}>
      <h2>
        {weekday} <span>{date.replace(/ \d{4}$/, '')}</span>
      </h2>
      <p className="desk-quiet">{text.free(free)}</p>
      <ul>
        {hours.map((hour) => (
          <li key={hour.begins} data-key={hour.begins}>
            <HourCell hour={hour} day={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One hour, which a click blocks or frees, or the calls that begin in it. */
function HourCell({ hour: { begins, state, calls }, day }: { readonly hour: Hour; readonly day: string }) {
  const time = wallTime(begins, office.timeZone);
  const className = `desk-hour desk-hour-${state}`;
  if (state === 'booked' && calls.length > 0)
    return calls.map(({ id, name, start }) => (
      <a key={id} className={className} href={`#appel-${id}`}>
        <span>{wallTime(start, office.timeZone)}</span> <span>{plainText(name)}</span>
      </a>
    ));
  const action = state === 'blocked' ? 'liberer' : 'bloquer';
  const inside = (
    <>
      <span>{time}</span> <span>{text.hours[state]}</span>
    </>
  );
  if (state !== 'free' && state !== 'blocked') return <p className={className}>{inside}</p>;
  return (
    <button type="submit" name="do" value={`${action} ${begins}`} className={className}>
      {inside} <span className="visually-hidden">{text.hour(words.actions[action], day, time)}</span>
    </button>
  );
}
