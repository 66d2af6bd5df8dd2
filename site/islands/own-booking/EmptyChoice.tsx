import type { ReactNode } from 'react';
import css from './TimeChoice.module.css';

interface EmptyProps {
  readonly days: number;
  readonly times: number;
  readonly children?: ReactNode;
}

/** The room of days and times, with something to say in their place or nothing. */
export function Empty({ days, times, children }: EmptyProps) {
  return (
    <div className={css.choice}>
      <div className={css.head} />
      <div className={css.days} aria-hidden="true">
        <Places count={days} className="free-day" shown={!children} />
      </div>
      <div className={css.times} aria-hidden="true">
        <Places count={times} className="free-time" shown={!children} />
      </div>
      <p className={css.zone}>{'\u00a0'}</p>
      {children && <div className={css.instead}>{children}</div>}
    </div>
  );
}

interface PlacesProps {
  readonly count: number;
  readonly className?: string | undefined;
  readonly shown?: boolean;
}

/** Keeps the room of that many radio buttons. */
export function Places({ count, className = 'free-time', shown = false }: PlacesProps) {
  const look = `${className} ${shown ? css.ghost : css.unseen}`;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    <span key={index} className={look} aria-hidden="true" />
  ));
}
