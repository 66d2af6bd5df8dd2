import type { ReactNode } from 'react';
import { introduction } from '#content/pages/introduction.ts';
import css from './Introduction.module.css';

interface Props {
  /** Slots: optional because the checker of .astro files does not see them as props. */
  readonly film?: ReactNode;
  readonly booking?: ReactNode;
}

/** Step 2: thanks, the film of the call, and the way to book it. */
export function Introduction({ film, booking }: Props) {
  return (
    <div className={css.page}>
      <h1 className={css.title}>{introduction.title}</h1>
      <div className={css.film}>{film}</div>
      <div className={css.side}>
        <p className={css.greeting} data-greeting={introduction.greeting('%')}>
          {introduction.greetingPlain}
        </p>
        <p className={css.text}>{introduction.text}</p>
        <div className={css.action}>{booking}</div>
        <a className={css.already} href="/validation">
          {introduction.already}
        </a>
      </div>
      <section className={css.agenda}>
        <h2>{introduction.agendaTitle}</h2>
        <ol>
          {introduction.agenda.map(({ time, text }) => (
            <li key={text}>
              <span className={css.time}>{time}</span>
              {text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
