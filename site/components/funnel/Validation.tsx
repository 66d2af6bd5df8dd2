import { booking } from '#content/booking.ts';
import { agency } from '#content/business.ts';
import { validation } from '#content/pages/validation.ts';
import { CALL_SECTION, NOT_BOOKED } from '#domain/booking.ts';
import { chatLink } from '#domain/chat-link.ts';
import { attr } from '../../markup.ts';
import { Button } from '../ui/Button.tsx';
import css from './Validation.module.css';

/** Step 3: the celebration's stage, then calm: the call, and one button to the chat. */
export function Validation() {
  return (
    <div className={css.page}>
      {booking.provider === 'own' ? (
        <section id={CALL_SECTION} className={css.call} {...attr(NOT_BOOKED)}>
          <NotBooked />
        </section>
      ) : (
        <section className={css.call}>
          <BookedElsewhere />
        </section>
      )}
      <div className={css.chat}>
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

/** The server puts the visitor's call in its place when the address names one (server/pages/call-section.ts). */
function NotBooked() {
  const { title, state, book, elsewhere } = validation.notBooked;
  return (
    <>
      <h1>{title}</h1>
      <div>
        <p>{state}</p>
        <p>
          <a href="/introduction">{book}</a>
        </p>
        <p>{elsewhere}</p>
      </div>
    </>
  );
}

function BookedElsewhere() {
  const { title, state } = validation.elsewhere;
  return (
    <>
      <h1>{title}</h1>
      <div>
        <p>{state}</p>
      </div>
    </>
  );
}
