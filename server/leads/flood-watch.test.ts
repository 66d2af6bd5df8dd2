import { expect, onTestFinished, test, vi } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import type { ArrivalCounts } from './arrivals.ts';
import { watchFlood } from './flood-watch.ts';

/** What the database would hold, and servers on it. */
function shared(usually = 0) {
  const clock = manualClock();
  const buckets = new Map<number, number>();
  const shares: ArrivalCounts[] = [];
  const broken = { now: false };
  const server = (perAddress = 20) => {
    const onFlood = vi.fn(async () => {});
    const watch = watchFlood({
      clock,
      perAddress,
      async share(counted) {
        if (broken.now) throw new Error('gone');
        shares.push(counted);
        const now = clock.now();
        const bucket = Math.floor(now / 10_000);
        buckets.set(bucket, (buckets.get(bucket) ?? 0) + counted.calm + counted.flooding);
        return { now, buckets: [...buckets].map(([at, count]) => ({ bucket: at, count })) };
      },
      usually: async () => usually,
      onFlood,
      log: { error: () => {} },
    });
    onTestFinished(async () => {
      const stopped = watch.stop();
      clock.advance(10_000);
      await stopped;
    });
    return { ...watch, onFlood };
  };
  const pass = async (ms: number) => {
    await clock.idle();
    clock.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, shares, broken, server, pass };
}

const calmOf = (watch: { arrived(): { inFlood: boolean } }, count: number) =>
  Array.from({ length: count }, () => watch.arrived().inFlood).filter((inFlood) => !inFlood).length;

test('of ten thousand at once, as many as a busy minute has pass as if nothing were', async () => {
  const { server, pass } = shared();
  const watch = server();
  expect(calmOf(watch, 10_000)).toBe(61);
  await pass(1_000);
  expect(watch.onFlood).toHaveBeenCalled();
  expect(calmOf(watch, 1_000)).toBe(0);
});

test('one busy minute after another is no flood, and a good minute after one it is over', async () => {
  const { server, pass } = shared();
  const watch = server();
  for (let minute = 0; minute < 60; minute += 1) {
    expect(calmOf(watch, 60)).toBe(60);
    await pass(1_000);
    await pass(74_000);
  }
  expect(watch.onFlood).not.toHaveBeenCalled();
  calmOf(watch, 1_000);
  await pass(1_000);
  expect(watch.arrived().inFlood).toBe(true);
  for (let second = 0; second < 75; second += 1) await pass(1_000);
  expect(watch.arrived().inFlood).toBe(false);
});

test('two servers count together, within a second', async () => {
  const { server, pass } = shared();
  const [first, second] = [server(), server()];
  await pass(0);
  calmOf(first, 100);
  await pass(1_000);
  // The second learns of it with the first lead of its own.
  second.arrived();
  await pass(1_000);
  expect(second.arrived().inFlood).toBe(true);
});

test('what is usual on this site is no flood', async () => {
  const { server, pass } = shared(100);
  const watch = server();
  await pass(1_000);
  expect(calmOf(watch, 10_000)).toBe(501);
});

test('what was not accepted does not count; while nothing comes, nothing is asked', async () => {
  const { server, pass, shares } = shared();
  const watch = server();
  await pass(1_000);
  const asked = shares.length;
  for (let sent = 0; sent < 1_000; sent += 1) watch.arrived().undo();
  expect(watch.arrived().inFlood).toBe(false);
  await pass(1_000);
  await pass(1_000);
  await pass(1_000);
  expect(shares.slice(asked)).toEqual([{ calm: 1, flooding: 0 }]);
});

test('what is found not to count after it was shared is taken back from what is shared', async () => {
  const { server, pass, shares } = shared();
  const watch = server();
  await pass(1_000);
  const before = shares.length;
  const arrivals = Array.from({ length: 100 }, () => watch.arrived());
  await pass(1_000);
  for (const arrival of arrivals) arrival.undo();
  await pass(1_000);
  expect(shares.slice(before).reduce((sum, { calm, flooding }) => sum + calm + flooding, 0)).toBe(0);
  expect(calmOf(watch, 100)).toBe(61);
});

test('what could not be written is written later', async () => {
  const { server, pass, shares, broken } = shared();
  const watch = server();
  await pass(1_000);
  const before = shares.length;
  broken.now = true;
  calmOf(watch, 10);
  await pass(1_000);
  broken.now = false;
  await pass(5_000);
  expect(shares.slice(before)).toEqual([{ calm: 10, flooding: 0 }]);
});
