import { expect, test } from 'vitest';
import { rateLimit } from '../http/limits/rate-limit.ts';
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
