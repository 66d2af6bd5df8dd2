import { useMemo } from 'react';
import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { dayWords, isoDayIn, townOf, wallDay } from '#domain/wall-clock.ts';
import { Arrow } from '../../components/ui/Arrow.tsx';
import type { BookingState } from './booking-state.ts';
import { clockTime, type Day, dayShown, daysOf, type Time } from './days.ts';
import { Empty, Places } from './EmptyChoice.tsx';
import { FreeDay, FreeTime } from './FreeTimes.tsx';
import '../../styles/free-times.css';
import css from './TimeChoice.module.css';

interface Props {
  readonly words: BookingWords;
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
  if (times.kind === 'loading' || times.kind === 'ahead')
    return (
      <Empty
        days={DAYS_SHOWN}
        times={mostADay}
        late={
          times.kind === 'ahead' && (
            <>
              {words.onlyAhead}{' '}
              <button type="button" className={css.retry} onClick={on.onReadAgain}>
                {words.readOthers}
              </button>
            </>
          )
        }
      />
    );
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
  const hours = current.starts.map((start) => ({ start, ...clockTime(start, visitorZone, times.timeZone) }));
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
  readonly words: BookingWords;
  readonly state: BookingState;
  readonly days: readonly Day[];
}

/** Said right above the times that are offered instead of the one that has gone. */
function Taken({ words, state: { problem, visitorZone }, days }: TakenProps) {
  if (problem?.kind !== 'taken') return undefined;
  const gone = Date.parse(problem.gone);
  const isDayFull = !days.some(({ key }) => key === isoDayIn(gone, visitorZone));
  return (
    <p className="fault" role="alert">
      {problem.detail}
      {isDayFull && ` ${words.noneThatDay.replace('%', () => wallDay(gone, visitorZone))}`}
    </p>
  );
}

interface DaysProps {
  readonly words: BookingWords;
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
        // `disabled` would take the focus away at the first and the last days.
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
        {shown.map(({ key, name }) => (
          <FreeDay
            key={key}
            value={key}
            name={name}
            isShown={key === current.key}
            onShow={() => onDay?.(key)}
          />
        ))}
      </fieldset>
    </>
  );
}

interface HoursProps {
  readonly words: BookingWords;
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
      // A key for each day: the browser's arrow keys stay within one day's times.
      key={day.key}
    >
      <legend className="visually-hidden">{words.hours.replace('%', () => day.name)}</legend>
      {hours.map((hour) => (
        <FreeTime
          key={hour.start}
          {...hour}
          isChosen={hour.start === state.start}
          isFaulty={faulty}
          onChoose={() => onStart?.(hour.start)}
        />
      ))}
      <Places count={room - hours.length} />
    </fieldset>
  );
}
