import { renderToStaticMarkup } from 'react-dom/server';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { TIMES_AHEAD } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { dayWords, isoDayIn, isoInstant, wallDay, wallTime } from '#domain/wall-clock.ts';
import { Places } from '#site/islands/own-booking/EmptyChoice.tsx';
import { FreeDay, FreeTime } from '#site/islands/own-booking/FreeTimes.tsx';

/** Days that step 2 shows at a time. */
const DAYS = 5;
const OPENS = `${TIMES_AHEAD}="">`;
const words = rendezVous.island;

export interface TimesAhead {
  /** At least one. */
  readonly starts: readonly Instant[];
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** The most calls that can begin on one day: so much room is kept. */
  readonly mostADay: number;
}

/**
 * The page of step 2 with its first days and the times of the first, as its island shows them (TimeChoice.tsx): they
 * are there before anything is touched, and a time that is chosen stays chosen once the island has come.
 * @param html the page as built
 * @returns undefined where the page books no calls
 */
export function withTimes(html: string, times: TimesAhead): string | undefined {
  if (!html.includes(`${OPENS}</div>`)) return undefined;
  return html.replace(OPENS, () => OPENS + renderToStaticMarkup(<Times {...times} />));
}

function Times({ starts, timeZone, mostADay }: TimesAhead) {
  const days = [...Map.groupBy(starts, (start) => wallDay(start, timeZone))].slice(0, DAYS);
  const [name = '', times = []] = days[0] ?? [];
  return (
    <>
      <div className="free-head">
        <p className="free-months">{[...new Set(days.map(([day]) => dayWords(day).month))].join(' – ')}</p>
      </div>
      <fieldset className="free-days">
        <legend className="visually-hidden">{words.day}</legend>
        {days.map(([day, [first = 0]], index) => (
          <FreeDay key={day} value={isoDayIn(first, timeZone)} name={day} isShown={index === 0} />
        ))}
      </fieldset>
      <fieldset className="free-times">
        <legend className="visually-hidden">{words.hours.replace('%', name)}</legend>
        {times.map((start) => (
          <FreeTime key={start} start={isoInstant(start)} shown={wallTime(start, timeZone)} />
        ))}
        <Places count={mostADay - times.length} />
      </fieldset>
      <p className="free-zone">{words.officeZone}</p>
    </>
  );
}
