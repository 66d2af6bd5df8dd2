import { introduction } from '#content/pages/introduction.ts';
import { attr, BOOKING_LINK } from '../../markup.ts';
import { Button } from '../ui/Button.tsx';
import css from './BookHere.module.css';

/** The way to the page that books without scripts; the server adds which lead comes (server/site/site.ts). */
export function BookHere() {
  return (
    <div className={css.link}>
      <Button href="/rendez-vous" wide {...attr(BOOKING_LINK)}>
        {introduction.booking.button}
      </Button>
    </div>
  );
}
