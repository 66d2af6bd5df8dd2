import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { sameWall, townOf, wallDay, wallMoment, wallTime } from '#domain/wall-clock.ts';
import { Button } from '../../components/ui/Button.tsx';
import css from './BookedNotice.module.css';
import type { BookedCallNote } from './booked-call.ts';

interface Props {
  readonly words: BookingWords;
  readonly call: BookedCallNote;
  readonly visitorZone: string;
}

/** Shown in the place of the form once a call is booked, also to a visitor who comes back to the page. */
export function BookedNotice({ words, call: { page, start, timeZone, phone, held }, visitorZone }: Props) {
  const instant = Date.parse(start);
  return (
    <section className={css.booked} aria-labelledby="booking-title">
      <h2 id="booking-title" className={css.title}>
        <span>{wallDay(instant, timeZone)}</span> <b>{wallTime(instant, timeZone)}</b>
      </h2>
      {!sameWall(instant, visitorZone, timeZone) && (
        <p>
          {words.there.replace('%', () => townOf(visitorZone))} {wallMoment(instant, visitorZone)}
        </p>
      )}
      <p className={css.state} role="status">
        {held ? words.held : words.booked}
      </p>
      {phone && !held && <p>{words.bookedCalls.replace('%', () => phone.replaceAll(' ', '\u00a0'))}</p>}
      <Button href={page} wide>
        {words.bookedLink}
      </Button>
      <a className={css.another} href="/rendez-vous">
        {words.another}
      </a>
    </section>
  );
}
