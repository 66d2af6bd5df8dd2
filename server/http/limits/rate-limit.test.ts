import { expect, test } from 'vitest';
import { rateLimit } from './rate-limit.ts';

function budgetAt(perMinute: number) {
  const clock = { ms: 1_000_000 };
  const limit = rateLimit(perMinute, () => clock.ms);
  let submissions = 0;
  /** Unless told otherwise, of another submission each time. */
  const take = (client: string, what = String(submissions++)) => limit.take(client, what);
  return { clock, limit: { take } };
}

test('a client has its permits in any sliding minute, and is told when the next is free', () => {
  const { clock, limit } = budgetAt(2);
  expect(limit.take('a').ok).toBe(true);
  clock.ms += 20_000;
  expect(limit.take('a').ok).toBe(true);
  clock.ms += 10_000;
  expect(limit.take('a')).toEqual({ ok: false, retryAfterSeconds: 30 });
  clock.ms += 30_000;
  expect(limit.take('a').ok).toBe(true);
  expect(limit.take('a').ok).toBe(false);
});

test('clients do not share permits', () => {
  const { limit } = budgetAt(1);
  expect(limit.take('a').ok).toBe(true);
  expect(limit.take('b').ok).toBe(true);
});

test('a permit that was given back is free again', () => {
  const { limit } = budgetAt(1);
  const permit = limit.take('a');
  if (permit.ok) permit.giveBack();
  expect(limit.take('a').ok).toBe(true);
  expect(limit.take('a').ok).toBe(false);
});

test('the same submission of the same client costs one permit, while that lasts', () => {
  const { clock, limit } = budgetAt(1);
  const first = limit.take('a', 'one');
  const again = limit.take('a', 'one');
  expect(again.ok).toBe(true);
  if (again.ok) again.giveBack();
  expect(limit.take('a', 'other').ok).toBe(false);
  expect(limit.take('b', 'one').ok).toBe(true);
  expect(limit.take('b', 'other').ok).toBe(false);
  if (first.ok) first.giveBack();
  expect(limit.take('a', 'other').ok).toBe(true);
  clock.ms += 60_000;
  expect(limit.take('a', 'other').ok).toBe(true);
  expect(limit.take('a', 'one').ok).toBe(false);
});

/** How many of these addresses get a permit, one after the other. */
const passed = (limit: { take(client: string): { ok: boolean } }, addresses: readonly string[]) =>
  addresses.filter((address) => limit.take(address).ok).length;

test('a household or a company that takes another /64 each time has a multiple of one client’s permits', () => {
  const { clock, limit } = budgetAt(2);
  const inHousehold = Array.from({ length: 256 }, (_, net) => `2001:db8:1:${net.toString(16)}::1`);
  expect(passed(limit, inHousehold)).toBe(8);
  const inCompany = Array.from({ length: 4_096 }, (_, net) => `2001:db8:1:${(net * 16).toString(16)}::2`);
  expect(passed(limit, inCompany)).toBe(24);
  expect(passed(limit, ['2001:db8:2::1'])).toBe(1);
  clock.ms += 60_000;
  expect(passed(limit, inHousehold)).toBe(8);
});

test('neighbours behind one /24 of IPv4 have their own permits, up to eight clients’', () => {
  const { limit } = budgetAt(20);
  const crowd = Array.from({ length: 100 }, (_, host) => `192.0.2.${host}`);
  expect(passed(limit, crowd)).toBe(100);
  expect(passed(limit, [...crowd, ...crowd])).toBe(60);
  expect(passed(limit, ['192.0.3.1'])).toBe(1);
});

test('whoever is refused takes nothing from the neighbours, nor whoever gives back', () => {
  const { limit } = budgetAt(1);
  expect(passed(limit, Array(1_000).fill('2001:db8::1'))).toBe(1);
  const permit = limit.take('2001:db8:0:1::1');
  if (permit.ok) permit.giveBack();
  expect(passed(limit, ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', '2001:db8:0:4::1'])).toBe(3);
});

test('of more than 120,000 permits, those of the network silent longest are forgotten, and no other', () => {
  const { limit } = budgetAt(1);
  // Each is counted in its /24 as well.
  const address = (client: number) => `10.${client >> 8}.${client & 255}.1`;
  for (let client = 0; client <= 60_000; client++) limit.take(address(client));
  expect(limit.take(address(1)).ok).toBe(false);
  expect(limit.take(address(0)).ok).toBe(true);
});
