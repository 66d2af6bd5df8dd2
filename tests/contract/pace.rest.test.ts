import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedPace } from '#server/destinations/pace.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('the pace on %s', (_name, open) => {
  async function opened() {
    const db = await open();
    onTestFinished(() => db.destroy());
    let now = 1_700_000_000_000;
    const pace = sharedPace(db, 'airtable', () => now);
    return {
      pace,
      now: () => now,
      pass: (ms: number) => {
        now += ms;
      },
    };
  }

  test('of many who ask at once, each gets a departure of its own, one spacing after the other', async () => {
    const { pace, now } = await opened();
    const departures = await Promise.all(Array.from({ length: 10 }, () => pace.reserve(220, 2_000)));
    expect(departures.map(({ at }) => at - now()).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index * 220),
    );
  });

  test('a departure beyond the horizon is not taken, and costs nobody anything', async () => {
    const { pace, now, pass } = await opened();
    for (let time = 0; time < 3; time += 1) await pace.reserve(220, 500);
    for (let time = 0; time < 5; time += 1)
      expect(await pace.reserve(220, 500)).toMatchObject({ taken: false, at: now() + 660 });
    pass(160);
    expect(await pace.reserve(220, 500)).toMatchObject({ taken: true, at: now() + 500 });
  });

  test('time that passed unused is not saved up', async () => {
    const { pace, now, pass } = await opened();
    await pace.reserve(220, 2_000);
    pass(60_000);
    expect(await pace.reserve(220, 2_000)).toMatchObject({ taken: true, at: now() + 0 });
    expect(await pace.reserve(220, 2_000)).toMatchObject({ taken: true, at: now() + 220 });
  });

  test('a pause moves everyone, the longer one counts, and it ends by itself', async () => {
    const { pace, now, pass } = await opened();
    await pace.push(30_000);
    await pace.push(1_000);
    expect(await pace.ahead()).toBe(30_000);
    expect(await pace.reserve(220, 2_000)).toMatchObject({ taken: false, at: now() + 30_000 });
    pass(29_000);
    expect(await pace.reserve(220, 2_000)).toMatchObject({ taken: true, at: now() + 1_000 });
  });
});
