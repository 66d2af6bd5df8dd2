import type { ReactNode } from 'react';
import { attr, TIMES_AHEAD } from '../../markup.ts';
import css from './TimeChoice.module.css';

interface EmptyProps {
  readonly days: number;
  readonly times: number;
  readonly children?: ReactNode;
  /** Said under the times that the server wrote, which stay. */
  readonly late?: ReactNode;
}

/** The room of days and times, with something to say in their place or nothing. */
export function Empty({ days, times, children, late }: EmptyProps) {
  return (
    <div className="time-choice">
      {!children && <TimesAhead />}
      <div className="free-head" />
      <div className="free-days" aria-hidden="true">
        <Places count={days} className="free-day" shown={!children} />
      </div>
      <div className="free-times" aria-hidden="true">
        <Places count={times} className="free-time" shown={!children} />
      </div>
      <p className="free-zone">{'\u00a0'}</p>
      {late && (
        <p className={`hint ${css.late}`} role="status">
          {late}
        </p>
      )}
      {children && <div className={css.instead}>{children}</div>}
    </div>
  );
}

/**
 * Where the server writes the first free times into the page (server/bookings/pages/times-ahead.tsx), for whoever has touched
 * nothing yet. React leaves alone what it finds there.
 */
function TimesAhead() {
  return (
    <div
      className={css.ahead}
      {...attr(TIMES_AHEAD)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

interface PlacesProps {
  readonly count: number;
  readonly className?: string | undefined;
  readonly shown?: boolean;
}

/** Keeps the room of that many radio buttons. */
export function Places({ count, className = 'free-time', shown = false }: PlacesProps) {
  const look = `${className} ${shown ? css.ghost : 'no-time'}`;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    <span key={index} className={look} aria-hidden="true" />
  ));
}
