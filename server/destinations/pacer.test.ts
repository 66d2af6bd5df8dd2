import { expect, test } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import { paceOfOne } from '../../tests/fakes/pace.ts';
import { permitsOfOne } from '../../tests/fakes/permits.ts';
import type { Departure } from './destination.ts';
import { createPacer } from './pacer.ts';

function paced() {
  const clock = manualClock();
  const pace = paceOfOne(clock.now);
  const all = { clock, pace, permits: permitsOfOne(clock.now), timeoutMs: 10_000 };
  const never = new AbortController().signal;
  return { ...all, never, pacer: createPacer(all), other: createPacer(all) };
}

test('a sixth request leaves a second after the first of five was answered, however late that was', async () => {
  const { clock, pacer, other, never } = paced();
  const five = [];
  for (const one of [pacer, other, pacer, other, pacer]) {
    clock.advance(220);
    five.push(await one.acquire(undefined, never));
  }
  let left = false;
  const sixth = other.acquire(undefined, never).then(() => {
    left = true;
  });
  for (let passed = 0; passed < 9_000; passed += 50) {
    await clock.idle();
    clock.advance(50);
  }
  await five[0]?.();
  for (let passed = 0; passed < 1_000; passed += 50) {
    expect(left).toBe(false);
    await clock.idle();
    clock.advance(50);
  }
  await sixth;
  expect(left).toBe(true);
});

test('a place whose server was killed frees itself once its request cannot be under way any more', async () => {
  const { clock, pacer, other, never } = paced();
  for (let request = 0; request < 5; request += 1) {
    clock.advance(220);
    await pacer.acquire(undefined, never);
  }
  clock.advance(11_000 + 5_000);
  expect(await other.acquire(undefined, never)).toBeTypeOf('function');
});

test('a request that its server let stand for long takes another place', async () => {
  const { clock, pace, permits, never } = paced();
  let asked = 0;
  const stalled = {
    ...pace,
    ahead: async () => {
      asked += 1;
      if (asked === 1) clock.advance(5_000);
      return pace.ahead();
    },
  };
  const pacer = createPacer({ clock, pace: stalled, permits, timeoutMs: 10_000 });
  expect(await pacer.acquire(undefined, never)).toBeTypeOf('function');
  expect(asked).toBe(2);
});

test('a pause that another server was told of voids the departure that is held, and its place', async () => {
  const { clock, pacer, other, permits, never } = paced();
  await other.reserve();
  const departure = (await pacer.reserve()) as Departure;
  await other.pause(30_000);
  const reached = pacer.acquire(departure, never);
  clock.advance(await clock.idle());
  expect(await reached).toBe(undefined);
  expect(pacer.pausedUntil()).toBeGreaterThan(clock.now() + 25_000);
  expect(typeof (await pacer.reserve())).toBe('number');
  for (let free = 0; free < 5; free += 1) expect(await permits.take(1_000)).toBeTypeOf('object');
});

test('whoever is told to stop waits neither for a departure nor for a place', async () => {
  const { pacer, permits } = paced();
  for (let request = 0; request < 5; request += 1) await permits.take(60_000);
  expect(await pacer.acquire(undefined, AbortSignal.abort())).toBe(undefined);
  expect(await pacer.acquire((await pacer.reserve()) as Departure, AbortSignal.abort())).toBe(undefined);
});
