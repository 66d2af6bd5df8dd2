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

test('of more than 100,000 clients, the one silent longest is forgotten, and no other', () => {
  const { limit } = budgetAt(1);
  for (let client = 0; client <= 100_000; client++) limit.take(`2001:db8:0:${client}::/64`);
  expect(limit.take('2001:db8:0:1::/64').ok).toBe(false);
  expect(limit.take('2001:db8:0:0::/64').ok).toBe(true);
});
