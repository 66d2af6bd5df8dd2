import { expect, it } from 'vitest';
import { call } from '#content/call.ts';
import type { LeadEvent } from '../../store/leads/events.ts';
import { callLines } from './call-lines.ts';

const TUESDAY = Date.parse('2026-11-24T09:30:00Z');
const THURSDAY = Date.parse('2026-11-26T09:30:00Z');
const PHONE = '+41215550148';
const ofTuesday = 'mardi 24\u00a0novembre à\u00a010h30';
const ofThursday = 'jeudi 26\u00a0novembre à\u00a010h30';
const number = '+41\u00a021\u00a0555\u00a001\u00a048';

const event = (kind: LeadEvent['kind'], start: number, booking = 'one'): LeadEvent => ({
  ...{ at: 0, kind, by: 'visitor' },
  detail: { booking, start, phone: PHONE },
});
const booked = event('call-booked', TUESDAY);
const moved = event('call-moved', THURSDAY);

it.each<[string, LeadEvent[], string[]]>([
  ['booked', [booked], [call.owners(ofTuesday, number)]],
  ['moved', [booked, moved], [call.owners(ofThursday, number), call.moved(ofTuesday, ofThursday)]],
  [
    'moved, its number corrected since',
    [booked, moved, event('call-corrected', THURSDAY)],
    [call.owners(ofThursday, number), call.moved(ofTuesday, ofThursday)],
  ],
  ['cancelled', [booked, event('call-cancelled', TUESDAY)], [call.ownersCancelled(ofTuesday)]],
  [
    'moved, then cancelled',
    [booked, moved, event('call-cancelled', THURSDAY)],
    [call.moved(ofTuesday, ofThursday), call.ownersCancelled(ofThursday)],
  ],
  [
    'cancelled, and another booked',
    [event('call-booked', THURSDAY, 'two'), booked, event('call-cancelled', TUESDAY)],
    [call.ownersCancelled(ofTuesday), call.owners(ofThursday, number)],
  ],
  ['none', [], []],
])('of a call that is %s the owner is told what has become of it', (_what, events, lines) => {
  expect(callLines(events, TUESDAY - 1)).toEqual(lines);
});

it('a call whose hour has come is one that was booked', () => {
  expect(callLines([booked], TUESDAY)).toEqual([call.ownersBegun(ofTuesday, number)]);
});
