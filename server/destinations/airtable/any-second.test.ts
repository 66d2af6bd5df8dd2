import { expect, test } from 'vitest';
import { manualClock } from '../../../tests/fakes/clock.ts';
import { anySecond } from './any-second.ts';

test('a sixth request leaves a second after the first of five was answered, however late that was', async () => {
  const clock = manualClock();
  const room = anySecond(clock);
  const { signal } = new AbortController();
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => room(signal)));
  let left = false;
  const sixth = room(signal).then(() => {
    left = true;
  });
  clock.advance(5_000);
  for (const answered of others) answered();
  first?.();
  await clock.idle();
  clock.advance(999);
  await clock.idle();
  expect(left).toBe(false);
  clock.advance(1);
  await sixth;
});

test('whoever is told to stop does not wait for room', async () => {
  const clock = manualClock();
  const room = anySecond(clock);
  for (let request = 0; request < 5; request += 1) await room(new AbortController().signal);
  await room(AbortSignal.abort());
});
