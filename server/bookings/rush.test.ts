import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { rateLimit } from '../http/limits/rate-limit.ts';
import type { BookOutcome } from './bookings.ts';
import type { BookingDeps } from './routes/deps.ts';
import { takeBooking } from './routes/take-booking.ts';
import { rushBrake } from './rush.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The brake where one client may book 20 calls a day. */
function braked() {
  const clock = { ms: 1_000_000 };
  let bookings = 0;
  const brake = rushBrake(20, (_name, permits, windowMs) => rateLimit(permits, () => clock.ms, windowMs));
  const take = (address: string, proved = true, id = String(bookings++)) => brake.take(address, proved, id);
  /** How many of these are booked at once, asked for one at a time or all together. */
  async function atOnce(count: number, addressOf: (index: number) => string, proved = true) {
    const shares = Array.from({ length: count }, (_, index) => take(addressOf(index), proved));
    return (await Promise.all(shares)).filter(({ held }) => !held).length;
  }
  return { clock, take, atOnce };
}

/** Another /64 of one /60 each time. */
const household = (index: number) => `2001:db8:1:${(index % 16).toString(16)}::1`;
const strangers = (index: number) => `198.51.${index}.7`;

test('of a household that books all day five are booked at once, and nobody else waits for it', async () => {
  const { clock, atOnce } = braked();
  expect(await atOnce(400, household)).toBe(5);
  expect(await atOnce(20, strangers)).toBe(20);
  clock.ms += DAY_MS / 2;
  expect(await atOnce(400, household)).toBe(0);
  clock.ms += DAY_MS / 2;
  expect(await atOnce(400, household)).toBe(5);
});

test('of those without a proof five are booked at once, wherever they come from, and those with one go on', async () => {
  const { atOnce } = braked();
  expect(await atOnce(200, strangers, false)).toBe(5);
  expect(await atOnce(20, (index) => strangers(index + 200))).toBe(20);
});

test('what was not booked after all, and what is asked for again, counts for nothing', async () => {
  const { take, atOnce } = braked();
  for (let index = 0; index < 100; index += 1) (await take(household(index))).giveBack();
  for (let index = 0; index < 100; index += 1)
    expect((await take(household(0), true, 'the same')).held).toBe(false);
  expect(await atOnce(100, household)).toBe(4);
});

test('a time that others had taken counts against nobody’s calls of the day', async () => {
  const now = () => 1;
  const outcomes = ['taken', 'taken', 'created', 'created'].map((kind) => ({ kind, next: [], booking: {} }));
  const deps = {
    bookings: {
      known: async () => undefined,
      trustOf: async () => 'mailbox',
      book: async () => outcomes.shift() as BookOutcome | undefined,
    },
    limit: rateLimit(100, now),
    dayLimit: rateLimit(1, now, DAY_MS),
    proofs: { check: async () => ({ proof: 'absent' }) },
    clientHash: String,
  } as unknown as BookingDeps;
  const book = async () => {
    const start = '2026-11-24T08:00:00Z';
    const who = { name: 'Zoé', email: 'zoe@example.ch', phone: '021 555 01 48' };
    const request = { ip: '192.0.2.1' } as FastifyRequest;
    const answer = await takeBooking(request, { id: crypto.randomUUID(), start, ...who }, deps);
    return 'status' in answer ? answer.status : answer.kind;
  };
  expect([await book(), await book(), await book(), await book()]).toEqual([409, 409, 'created', 429]);
});
