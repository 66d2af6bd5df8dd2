import { expect, test } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import { watchRefusals } from './refusal-watch.ts';

const rightless = { status: 403, message: 'no' };
const invalid = { status: 422, type: 'INVALID_REQUEST_UNKNOWN', message: 'no' };

function watched() {
  const clock = manualClock();
  return { clock, watch: watchRefusals(clock, [1, 3], ({ status }) => status === 403) };
}

test('one strategy refused for everyone leaves doubt; all of them, a minute of silence for each request', () => {
  const { clock, watch } = watched();
  expect(watch.rejected(1, rightless, ['a', 'b'])).toBe(true);
  expect([watch.acceptance(), watch.pausedUntil()]).toEqual(['doubtful', 0]);
  watch.rejected(3, rightless, ['a', 'b']);
  expect(watch.acceptance()).toBe('refusing');
  expect(watch.pausedUntil()).toBe(clock.now() + 60_000);
  clock.advance(60_000);
  watch.sending();
  expect(watch.pausedUntil()).toBe(clock.now() + 60_000);
  // The next of the same pass: as many minutes as requests.
  watch.sending();
  expect(watch.pausedUntil()).toBe(clock.now() + 120_000);
});

test('a lead that is taken ends the refusal at once', () => {
  const { clock, watch } = watched();
  for (const strategy of [1, 3]) watch.rejected(strategy, rightless, ['a']);
  expect(watch.refusingSince()).toBe(clock.now());
  watch.stored();
  expect([watch.acceptance(), watch.pausedUntil(), watch.refusingSince()]).toEqual([
    'accepting',
    0,
    undefined,
  ]);
});

test('three leads refused alone for one reason speak for all; a batch, one lead thrice or other reasons do not', () => {
  const { watch } = watched();
  expect(watch.rejected(1, invalid, ['a', 'b'])).toBe(false);
  for (const id of ['a', 'a', 'a', 'b']) expect(watch.rejected(1, invalid, [id])).toBe(false);
  expect(watch.rejected(1, { ...invalid, type: 'OTHER' }, ['c'])).toBe(false);
  for (const id of ['d', 'e']) expect(watch.rejected(1, invalid, [id])).toBe(false);
  expect(watch.rejected(1, invalid, ['f'])).toBe(true);
});

test('a spent quota is a refusal of everything whatever the strategy', () => {
  const { watch } = watched();
  watch.exhausted();
  expect(watch.acceptance()).toBe('refusing');
});
