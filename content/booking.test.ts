import { expect, it } from 'vitest';
import { bookingIn } from './booking.ts';
import { factsFrom } from './facts/fact.ts';
import { parseFactFile } from './facts/fact-file.ts';

/** What an owner who wrote `booking.yaml` has chosen, and what doctor lists. */
function chosen(yaml: string) {
  const facts = factsFrom(new Map([['booking', parseFactFile(yaml)]]));
  const booking = bookingIn(facts);
  const open = facts.facts().filter(({ invented, given }) => invented && !given);
  return { booking, faults: facts.faults().length, open: open.map(({ path }) => path) };
}

const page = 'https://cal.com/atelier/15min';
const settled = { faults: 0, open: [] };

it.each([
  ['', { way: 'own' }],
  ['way: own', { way: 'own' }],
  [`way: own\npage: ${page}`, { way: 'own' }],
  ['way: message', { way: 'message' }],
  [`way: cal\npage: ${page}`, { way: 'cal', page }],
  [`way: calendly\npage: ${page}`, { way: 'calendly', page }],
])('%j leaves nothing open', (yaml, booking) => {
  expect(chosen(yaml)).toEqual({ ...settled, booking });
});

it('until the page at a provider is said, the visitor writes, and doctor asks for it', () => {
  expect(chosen('way: calendly')).toEqual({ booking: { way: 'message' }, faults: 0, open: ['booking.page'] });
});

it('no page that a browser would open without encryption is taken, and no other way', () => {
  expect(chosen('way: cal\npage: http://cal.com/atelier').faults).toBe(1);
  expect(chosen('way: fax').faults).toBe(1);
});
