import { timeZone } from '#content/locations.ts';
import type { OpeningHours } from '#domain/opening-hours.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { attr, CLOCK, CLOSES, DAYS, OPEN_STATE, OPENS, TIME_ZONE } from '../../../markup.ts';
import css from './Hours.module.css';
import { frenchDays, frenchStretch } from './open-state-text.ts';

interface Props {
  readonly hours: OpeningHours;
}

/** When the clocks change, until five years after that of the build; later open-state.ts asks the browser. */
const YEAR = new Date().getUTCFullYear();
const CLOCK_CHANGES = zoneClock(timeZone, new Date(Date.UTC(YEAR, 0)), new Date(Date.UTC(YEAR + 6, 0)));

/** When a place is open, and room for open-state.ts to say whether it is now. */
export function Hours({ hours }: Props) {
  const days = frenchDays(hours);
  return (
    <>
      <p className={css.hours}>
        {days.charAt(0).toUpperCase() + days.slice(1)},{' '}
        <span className={css.stretch}>{frenchStretch(hours)}</span>
      </p>
      <p
        className={css.state}
        {...attr(OPEN_STATE)}
        {...attr(DAYS, hours.days.join(','))}
        {...attr(OPENS, hours.opens)}
        {...attr(CLOSES, hours.closes)}
        {...attr(TIME_ZONE, timeZone)}
        {...attr(CLOCK, CLOCK_CHANGES.join(' '))}
      />
    </>
  );
}
