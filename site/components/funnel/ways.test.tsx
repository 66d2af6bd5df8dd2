import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { introduction } from '#content/pages/introduction.ts';
import { validation } from '#content/pages/validation.ts';
import type { Booking, BookingWay } from '#domain/booking.ts';
import { CALL_SECTION } from '#domain/booking.ts';
import { BOOKING_WAIT } from '../../markup.ts';
import { Introduction } from './Introduction.tsx';
import { Validation } from './Validation.tsx';

const page = 'https://example.org/15min';

/** What step 2 offers beside the booking itself, and what step 3 says. */
const WAYS: Readonly<Record<BookingWay, { booking: Booking; already: string | undefined; said: string }>> = {
  own: { booking: { way: 'own' }, already: undefined, said: validation.notBooked.state },
  calendly: {
    booking: { way: 'calendly', page },
    already: introduction.already,
    said: validation.elsewhere.state,
  },
  cal: { booking: { way: 'cal', page }, already: introduction.already, said: validation.elsewhere.state },
  message: {
    booking: { way: 'message' },
    already: introduction.byMessage.already,
    said: validation.byMessage.state,
  },
};

it.each(Object.entries(WAYS))('%s: steps 2 and 3 agree', (way, { booking, already, said }) => {
  const step2 = renderToStaticMarkup(<Introduction way={booking.way} />);
  const isProvided = way === 'calendly' || way === 'cal';
  expect(step2.includes(BOOKING_WAIT)).toBe(isProvided);
  expect(step2.includes(introduction.byMessage.text)).toBe(way === 'message');
  for (const words of [introduction.already, introduction.byMessage.already])
    expect(step2.includes(words)).toBe(words === already);

  const step3 = renderToStaticMarkup(<Validation booking={booking} />);
  expect(step3).toContain(said);
  expect(step3.includes(`id="${CALL_SECTION}"`)).toBe(way === 'own');
  for (const other of Object.values(WAYS)) expect(step3.includes(other.said)).toBe(other.said === said);
});
