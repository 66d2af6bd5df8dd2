import { describe, expect, onTestFinished, test } from 'vitest';
import { type Permit, sharedPermits } from '#server/destinations/permits.ts';
import { freeStalePermits } from '#server/outbox/free-stale-permits.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('the permits on %s', (_name, open) => {
  async function opened() {
    const db = await open();
    onTestFinished(() => db.destroy());
    return sharedPermits(db, 'airtable', Date.now);
  }

  test('of many who ask at once five get a place; who asks then hears how long that may last', async () => {
    const permits = await opened();
    const answers = await Promise.all(Array.from({ length: 20 }, () => permits.take(60_000)));
    const taken = answers.filter((answer) => typeof answer === 'object');
    expect(taken.map(({ place }) => place).toSorted()).toEqual([0, 1, 2, 3, 4]);
    // Whoever asked while the others were being written may have been told to ask again at once.
    const wait = await permits.take(60_000);
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  test('a place that was left is free that long after', async () => {
    const permits = await opened();
    const taken = (await Promise.all(Array.from({ length: 5 }, () => permits.take(60_000)))) as Permit[];
    await permits.giveBack(taken[3] as Permit, 30_000);
    expect(await permits.take(60_000)).toBeLessThanOrEqual(30_000);
    await permits.giveBack(taken[1] as Permit, 0);
    expect(await permits.take(60_000)).toMatchObject({ place: taken[1]?.place });
  });

  test('who comes back after its place has gone to another does not free it', async () => {
    const permits = await opened();
    const [late] = (await Promise.all([0, 60_000, 60_000, 60_000, 60_000].map(permits.take))) as Permit[];
    await permits.take(50_000);
    await permits.giveBack(late as Permit, 0);
    expect(await permits.take(60_000)).toBeTypeOf('number');
  });
});

test('places that a clock ahead of its time has taken are free a second after the next start', async () => {
  const db = await engines.SQLite?.();
  if (!db) throw new Error('No embedded engine');
  onTestFinished(() => db.destroy());
  let now = 2_000_000_000_000;
  const permits = sharedPermits(db, 'airtable', () => now);
  for (let free = 0; free < 5; free += 1) await permits.take(16_000);
  now -= 2 * 86_400_000;
  await freeStalePermits(db, now);
  expect(await permits.take(16_000)).toBe(1_000);
  now += 1_000;
  expect(await permits.take(16_000)).toBeTypeOf('object');
});
