import type { HTMLAttributes } from 'react';
import { booking as contentBooking } from '#content/booking.ts';
import { agency } from '#content/business.ts';
import { validation } from '#content/pages/validation.ts';
import { type Booking, byWay, CALL_SECTION, CHAT_SECTION, NOT_BOOKED } from '#domain/booking.ts';
import { chatLink } from '#domain/chat-link.ts';
import { attr } from '../../markup.ts';
import { Button } from '../ui/Button.tsx';
import css from './Validation.module.css';

const { notBooked } = validation;

/** Step 3: the celebration's stage, then calm: the call, and one button to the chat. */
export function Validation({ booking = contentBooking }: { readonly booking?: Booking }) {
  return (
    <div className={css.page}>
      {byWay(booking, {
        own: (
          <Call title={notBooked.title} state={notBooked.state} id={CALL_SECTION} {...attr(NOT_BOOKED)}>
            <p>
              <a href="/introduction">{notBooked.book}</a>
            </p>
            <p>{notBooked.elsewhere}</p>
          </Call>
        ),
        provider: () => <Call {...validation.elsewhere} />,
        message: <Call {...validation.byMessage} />,
      })}
      <div className={css.chat} id={CHAT_SECTION}>
        <Button href={chatLink(agency.chatNumber, validation.chatText)} wide newTab>
          {validation.button}
        </Button>
        {validation.explanation.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

interface CallProps extends HTMLAttributes<HTMLElement> {
  readonly title: string;
  readonly state: string;
}

/** What the page says of the call. Where the address names one, the server writes the call itself (server/bookings/pages/call-section.tsx). */
function Call({ title, state, children, ...section }: CallProps) {
  return (
    <section className={css.call} {...section}>
      <h1>{title}</h1>
      <div>
        <p>{state}</p>
        {children}
      </div>
    </section>
  );
}
