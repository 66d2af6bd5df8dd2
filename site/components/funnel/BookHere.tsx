import { introduction } from '#content/pages/introduction.ts';
import { Button } from '../ui/Button.tsx';

/** The way to the site's own booking: a plain link, which the page's script has carry what is known of the visitor. */
export function BookHere() {
  return (
    <Button href="/rendez-vous" wide data-booking-link="">
      {introduction.booking.button}
    </Button>
  );
}
