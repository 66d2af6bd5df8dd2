import { office } from '#content/office.ts';
import { desk as words } from '#content/pages/desk.ts';
import type { Instant } from '#domain/instant.ts';
import { wallTime } from '#domain/wall-clock.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { frenchDay } from '../../system/french-time.ts';
import { CallRows } from './call-rows.tsx';
import type { Framed } from './frame.tsx';

/** One day of the week, by the office's clock. */
export interface DeskDay {
  readonly begins: Instant;
  /** When the next day begins: a day of a clock change has 23 or 25 hours. */
  readonly ends: Instant;
  readonly calls: readonly StoredBooking[];
  /** How many times a visitor could book. */
  readonly free: number;
}

export interface CallsProps {
  readonly frame: Framed;
  /** From Monday on. */
  readonly days: readonly DeskDay[];
  readonly now: Instant;
  readonly publicUrl: string;
  /** Monday of the week before and of the one after, `2026-11-23`. */
  readonly previous: string;
  readonly next: string;
  readonly isBookedHere: boolean;
}

const text = words.calls;

/** A week of calls, from the owner's side. */
export function CallsPage({ frame, days, now, publicUrl, previous, next, isBookedHere }: CallsProps) {
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <h1>{text.title}</h1>
      {first && last && (
        <p className="desk-lead">{text.week(frenchDay(first.begins), frenchDay(last.begins))}</p>
      )}
      <nav className="desk-turn" aria-label={text.title}>
        <a rel="prev" href={`/appels?semaine=${previous}`}>
          {text.previous}
        </a>
        <a href="/appels">{text.this}</a>
        <a rel="next" href={`/appels?semaine=${next}`}>
          {text.next}
        </a>
      </nav>
      {!isBookedHere && <p>{text.elsewhere}</p>}
      <div className="desk-week">
        {days.map(({ begins, ends, calls, free }) => {
          const [weekday, date = ''] = frenchDay(begins).split(/ (.*)/);
          return (
            <section
              key={begins}
              aria-label={frenchDay(begins)}
              className={begins <= now && now < ends ? 'desk-today' : undefined}
            >
              <h2>
                {weekday} <span>{date.replace(/ \d{4}$/, '')}</span>
              </h2>
              <p className="desk-quiet">{text.free(free)}</p>
              {calls.length > 0 && (
                <CallRows
                  calls={calls}
                  now={now}
                  frame={frame}
                  publicUrl={publicUrl}
                  when={(start) => wallTime(start, office.timeZone)}
                />
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}
