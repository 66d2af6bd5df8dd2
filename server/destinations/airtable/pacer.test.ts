import { expect, test } from 'vitest';
import { manualClock } from '../../../tests/fakes/clock.ts';
import { paceOfOne } from '../../../tests/fakes/pace.ts';
import type { Slot } from '../destination.ts';
import { createPacer } from './pacer.ts';

function paced() {
  const clock = manualClock();
  const pace = paceOfOne(clock.now);
  const never = new AbortController().signal;
  return { clock, pace, never, pacer: createPacer(clock, pace), other: createPacer(clock, pace) };
}

test('who wakes after its slot has gone by takes another instead of sending late', async () => {
  const { clock, pacer, other, never } = paced();
  const slot = (await pacer.reserve()) as Slot;
  await other.reserve();
  clock.advance(61);
  const reached = pacer.reach(slot, never);
  const wait = await clock.idle();
  expect(wait).toBe(2 * (220 + 300) - 61);
  clock.advance(wait);
  expect(await reached).toBe(true);
});

test('where nobody waits behind it, a missed slot is now, and the next one moves along', async () => {
  const { clock, pacer, other, never } = paced();
  const slot = (await pacer.reserve()) as Slot;
  clock.advance(200);
  expect(await pacer.reach(slot, never)).toBe(true);
  expect(((await other.reserve()) as Slot).at).toBe(clock.now() + 220);
});

test('a little late is on time', async () => {
  const { clock, pacer, never } = paced();
  const slot = (await pacer.reserve()) as Slot;
  clock.advance(60);
  expect(await pacer.reach(slot, never)).toBe(true);
});

test('a pause that another server was told of voids the slot that is held', async () => {
  const { clock, pacer, other, never } = paced();
  await other.reserve();
  const slot = (await pacer.reserve()) as Slot;
  await other.pause(30_000);
  const reached = pacer.reach(slot, never);
  clock.advance(await clock.idle());
  expect(await reached).toBe(false);
  expect(pacer.pausedUntil()).toBeGreaterThan(clock.now() + 25_000);
  expect(typeof (await pacer.reserve())).toBe('number');
});

test('a database slower than a slot lasts delays requests and does not stop them', async () => {
  const { clock, pace, never } = paced();
  const slow = {
    ...pace,
    reserve: async (spacingMs: number, horizonMs: number) => {
      const slot = await pace.reserve(spacingMs, horizonMs);
      clock.advance(150);
      return { ...slot, at: slot.at + 150, uncertainMs: 150 };
    },
  };
  const pacer = createPacer(clock, slow);
  const reached = pacer.reach(undefined, never);
  const driven = (async () => {
    for (let time = 0; time < 10; time += 1) {
      const wait = await Promise.race([clock.idle(), reached.then(() => 0)]);
      if (wait === 0) return;
      clock.advance(wait);
    }
  })();
  expect(await reached).toBe(true);
  await driven;
});
