import { expect, test } from 'vitest';
import { acceptedBudget } from './rate-limit.ts';

function budgetAt(perMinute: number) {
  const clock = { ms: 1_000_000 };
  const budget = acceptedBudget(perMinute, () => clock.ms);
  let submissions = 0;
  /** Unless told otherwise, of another submission each time. */
  const reserve = (client: string, what = String(submissions++)) => budget.reserve(client, what);
  return { clock, budget: { reserve } };
}

test('a client has its places in any sliding minute, and is told when the next is free', () => {
  const { clock, budget } = budgetAt(2);
  expect(budget.reserve('a').ok).toBe(true);
  clock.ms += 20_000;
  expect(budget.reserve('a').ok).toBe(true);
  clock.ms += 10_000;
  expect(budget.reserve('a')).toEqual({ ok: false, retryAfterSeconds: 30 });
  clock.ms += 30_000;
  expect(budget.reserve('a').ok).toBe(true);
  expect(budget.reserve('a').ok).toBe(false);
});

test('clients do not share places', () => {
  const { budget } = budgetAt(1);
  expect(budget.reserve('a').ok).toBe(true);
  expect(budget.reserve('b').ok).toBe(true);
});

test('a place that was given back is free again', () => {
  const { budget } = budgetAt(1);
  const place = budget.reserve('a');
  if (place.ok) place.release();
  expect(budget.reserve('a').ok).toBe(true);
  expect(budget.reserve('a').ok).toBe(false);
});

test('the same submission of the same client costs one place, while that lasts', () => {
  const { clock, budget } = budgetAt(1);
  const first = budget.reserve('a', 'one');
  const again = budget.reserve('a', 'one');
  expect(again.ok).toBe(true);
  if (again.ok) again.release();
  expect(budget.reserve('a', 'other').ok).toBe(false);
  expect(budget.reserve('b', 'one').ok).toBe(true);
  expect(budget.reserve('b', 'other').ok).toBe(false);
  if (first.ok) first.release();
  expect(budget.reserve('a', 'other').ok).toBe(true);
  clock.ms += 60_000;
  expect(budget.reserve('a', 'other').ok).toBe(true);
  expect(budget.reserve('a', 'one').ok).toBe(false);
});

test('of more than 100,000 clients, the one silent longest is forgotten, and no other', () => {
  const { budget } = budgetAt(1);
  for (let client = 0; client <= 100_000; client++) budget.reserve(`2001:db8:0:${client}::/64`);
  expect(budget.reserve('2001:db8:0:1::/64').ok).toBe(false);
  expect(budget.reserve('2001:db8:0:0::/64').ok).toBe(true);
});
