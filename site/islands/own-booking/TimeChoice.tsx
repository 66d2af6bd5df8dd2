import { useMemo } from 'react';
import { dayWords, isoDay, townOf, wallDay } from '#domain/wall-clock.ts';
import { Arrow } from '../../components/ui/Arrow.tsx';
import type { BookingState } from './booking-state.ts';
import { type Day, dayShown, daysOf, type Time, timeOf } from './days.ts';
import { Empty, Places } from './EmptyChoice.tsx';
import '../../styles/free-times.css';
import css from './TimeChoice.module.css';

export interface TimeChoiceWords {
  readonly day: string;
  /** `%` is the day. */
  readonly hours: string;
  readonly earlier: string;
  readonly later: string;
  /** `%` is the day. */
  readonly noneThatDay: string;
  readonly officeZone: string;
  /** `%` is the visitor's town. */
  readonly bothZones: string;
  readonly unreadable: string;
  readonly readAgain: string;
  readonly none: string;
}

interface Props {
  readonly words: TimeChoiceWords;
  readonly state: BookingState;
  readonly mostADay: number;
  readonly writeTo: string;
  readonly onDay?: (day: string) => void;
  readonly onStart?: (start: string) => void;
  readonly onReadAgain?: () => void;
}

/** Days that are shown at a time: a week of work. */
const DAYS_SHOWN = 5;
const NONE: readonly string[] = [];

/** Two groups of radio buttons, the days and the times of one day; in every state as high as in the others. */
export function TimeChoice({ words, state, mostADay, writeTo, ...on }: Props) {
  const { times, visitorZone } = state;
  const starts = times.kind === 'known' ? times.starts : NONE;
  const days = useMemo(() => daysOf(starts, visitorZone), [starts, visitorZone]);
  if (times.kind === 'loading') return <Empty days={DAYS_SHOWN} times={mostADay} />;
  if (times.kind === 'unreadable')
    return (
      <Empty days={DAYS_SHOWN} times={mostADay}>
        <p role="alert">{words.unreadable}</p>
        <button type="button" className={css.again} onClick={on.onReadAgain}>
          {words.readAgain}
        </button>
      </Empty>
    );
  const current = dayShown(days, state.day);
  if (current === undefined)
    return (
      <Empty days={DAYS_SHOWN} times={mostADay}>
        <p role="status">
          {words.none} <a href={`mailto:${writeTo}`}>{writeTo}</a>
        </p>
      </Empty>
    );
  const hours = current.starts.map((start) => ({ start, ...timeOf(start, visitorZone, times.timeZone) }));
  const differs = hours.some(({ atOffice }) => atOffice !== undefined);
  return (
    <div className="time-choice">
      <Days words={words} days={days} current={current} onDay={on.onDay} />
      <Taken words={words} state={state} days={days} />
      <Hours words={words} day={current} hours={hours} room={mostADay} state={state} onStart={on.onStart} />
      <p className="free-zone">
        {differs ? words.bothZones.replace('%', () => townOf(visitorZone)) : words.officeZone}
      </p>
    </div>
  );
}

interface TakenProps {
  readonly words: TimeChoiceWords;
  readonly state: BookingState;
  readonly days: readonly Day[];
}

/** Said right above the times that are offered instead of the one that has gone. */
function Taken({ words, state: { problem, visitorZone }, days }: TakenProps) {
  if (problem?.kind !== 'taken') return undefined;
  const gone = Date.parse(problem.gone);
  const isDayFull = !days.some(({ key }) => key === isoDay(gone, visitorZone));
  return (
    <p className="fault" role="alert">
      {problem.detail}
      {isDayFull && ` ${words.noneThatDay.replace('%', () => wallDay(gone, visitorZone))}`}
    </p>
  );
}

interface DaysProps {
  readonly words: TimeChoiceWords;
  readonly days: readonly Day[];
  readonly current: Day;
  readonly onDay: ((day: string) => void) | undefined;
}

function Days({ words, days, current, onDay }: DaysProps) {
  const page = Math.floor(days.indexOf(current) / DAYS_SHOWN);
  const shown = days.slice(page * DAYS_SHOWN, (page + 1) * DAYS_SHOWN);
  const months = [...new Set(shown.map(({ name }) => dayWords(name).month))];
  const turn = (by: number, label: string) => {
    const first = days[(page + by) * DAYS_SHOWN];
    return (
      <button
        type="button"
        className={css.turn}
        aria-label={label}
        // `disabled` would drop the focus of whoever has come to the end.
        aria-disabled={first === undefined}
        onClick={() => first && onDay?.(first.key)}
      >
        <Arrow to={by < 0 ? 'back' : 'on'} />
      </button>
    );
  };
  return (
    <>
      <div className="free-head">
        <p className="free-months" aria-live="polite">
          {months.join(' – ')}
        </p>
        {turn(-1, words.earlier)}
        {turn(1, words.later)}
      </div>
      <fieldset className="free-days">
        <legend className="visually-hidden">{words.day}</legend>
        {shown.map(({ key, name }) => {
          const { weekday, date } = dayWords(name);
          return (
            <label key={key} className="free-day">
              <input
                type="radio"
                name="day"
                value={key}
                aria-label={name}
                checked={key === current.key}
                onChange={() => onDay?.(key)}
              />
              <span aria-hidden="true">{weekday.slice(0, 3)}.</span>
              <b aria-hidden="true">{date}</b>
            </label>
          );
        })}
      </fieldset>
    </>
  );
}

interface HoursProps {
  readonly words: TimeChoiceWords;
  readonly day: Day;
  readonly hours: readonly (Time & { readonly start: string })[];
  readonly room: number;
  readonly state: BookingState;
  readonly onStart: ((start: string) => void) | undefined;
}

function Hours({ words, day, hours, room, state, onStart }: HoursProps) {
  const faulty = state.errors.some(({ field }) => field === 'start');
  return (
    <fieldset
      className="free-times"
      aria-describedby={faulty ? 'booking-start-fault' : undefined}
      // On to the next day and back, each group is one of its own for the browser's arrow keys.
      key={day.key}
    >
      <legend className="visually-hidden">{words.hours.replace('%', () => day.name)}</legend>
      {hours.map(({ start, shown, atOffice }) => (
        <label key={start} className="free-time">
          <input
            type="radio"
            name="start"
            value={start}
            checked={start === state.start}
            aria-invalid={faulty ? true : undefined}
            onChange={() => onStart?.(start)}
          />
          <time dateTime={start}>{shown}</time>
          {atOffice && <small>{atOffice}</small>}
        </label>
      ))}
      <Places count={room - hours.length} />
    </fieldset>
  );
}
