import type { ReactNode } from 'react';
import { introduction } from '#content/pages/introduction.ts';
import { BOOKING_SECTION, type BookingWay } from '#domain/booking.ts';
import { FORM_ADDRESS } from '#domain/form-page.ts';
import {
  attr,
  BOOKING_WAIT,
  GREETING,
  KEPT,
  LATE,
  LEAD_AGAIN,
  LOADING,
  RECEIVED,
  REFUSED,
} from '../../markup.ts';
import css from './Introduction.module.css';

interface Props {
  /** Slots: optional because the checker of .astro files does not see them as props. */
  readonly film?: ReactNode;
  readonly booking?: ReactNode;
  readonly audit?: ReactNode;
  /** How the call is asked for. */
  readonly way: BookingWay;
}

/** Step 2: the audit that was asked for, the film of the call, and the way to book it. */
export function Introduction({ film, booking, audit, way }: Props) {
  const { news } = introduction;
  const words = way === 'message' ? introduction.byMessage : introduction;
  const isProvider = way === 'calendly' || way === 'cal';
  return (
    <div className={css.page}>
      <h1 className={css.title}>{introduction.title}</h1>
      <div className={css.audit}>{audit}</div>
      <div className={css.film}>{film}</div>
      <div className={css.side} id={BOOKING_SECTION}>
        <p
          className={css.greeting}
          role="status"
          {...attr(GREETING)}
          {...attr(RECEIVED, news.received)}
          {...attr(KEPT, news.kept)}
          {...attr(REFUSED, news.refused)}
        >
          {introduction.greetingPlain}
        </p>
        <a className={css.already} href={FORM_ADDRESS} {...attr(LEAD_AGAIN)} hidden>
          {news.again}
        </a>
        <p className={css.text}>{words.text}</p>
        <div className={css.action}>{booking}</div>
        {isProvider && (
          <p
            className={css.wait}
            role="status"
            {...attr(BOOKING_WAIT)}
            {...attr(LOADING, introduction.booking.loading)}
            {...attr(LATE, introduction.booking.late)}
          />
        )}
        {way !== 'own' && (
          <a className={css.already} href="/validation">
            {words.already}
          </a>
        )}
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
