import { frenchDate } from '#content/legal/french-date.ts';
import { timeZone } from '#content/locations.ts';
import { isoDay } from '#domain/calendar.ts';
import { localMoment, type OpeningHours } from '#domain/opening-hours.ts';
import { upperFirst } from '#domain/text.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { attr, CLOCK, CLOSES, DAYS, EXCEPTIONS, OPEN_STATE, OPENS, TIME_ZONE } from '../../../markup.ts';
import css from './Hours.module.css';
import { frenchDays, frenchStretch, writeExceptions } from './open-state-text.ts';

interface Props {
  readonly hours: OpeningHours;
}

/** When the clocks change, until five years after that of the build; later open-state.ts asks the browser. */
const YEAR = new Date().getUTCFullYear();
const CLOCK_CHANGES = zoneClock(timeZone, new Date(Date.UTC(YEAR, 0)), new Date(Date.UTC(YEAR + 6, 0)));

/** The day of the build, at the places: exceptions that were over by then are not shown. */
export const BUILT_ON = localMoment(new Date(), timeZone).date;

/** When a place is open, and room for open-state.ts to say whether it is now. */
export function Hours({ hours }: Props) {
  const toCome = (hours.exceptions ?? []).filter(({ date }) => date >= BUILT_ON);
  return (
    <>
      <p className={css.hours}>
        {upperFirst(frenchDays(hours))}, <span className={css.stretch}>{frenchStretch(hours)}</span>
      </p>
      {toCome.map(({ date, hours: stretch }) => (
        <p className={css.hours} key={date}>
          {`Le ${frenchDate(isoDay(date))}`}
          {'\u202f: '}
          <span className={css.stretch}>{stretch ? frenchStretch(stretch) : 'fermé'}</span>
        </p>
      ))}
      <p
        className={css.state}
        {...attr(OPEN_STATE)}
        {...attr(DAYS, hours.days.join(','))}
        {...attr(OPENS, hours.opens)}
        {...attr(CLOSES, hours.closes)}
        {...(toCome.length > 0 && attr(EXCEPTIONS, writeExceptions(toCome)))}
        {...attr(TIME_ZONE, timeZone)}
        {...attr(CLOCK, CLOCK_CHANGES.join(' '))}
      />
    </>
  );
}
