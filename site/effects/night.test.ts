import { describe, expect, it } from 'vitest';
import { placeOf, route, seededRandom, sinceArrival } from './night.ts';

describe('route', () => {
  it.each([1, 2, 3, 4, 5])('goes from one intersection to the next, the shortest way (seed %i)', (seed) => {
    const walk = route({ column: 9, row: 0 }, { column: 2, row: 6 }, seededRandom(seed));
    expect(walk).toHaveLength(7 + 6 + 1);
    expect(walk.at(0)).toEqual({ column: 9, row: 0 });
    expect(walk.at(-1)).toEqual({ column: 2, row: 6 });
    for (const [i, here] of walk.slice(1).entries()) {
      const before = walk[i];
      const step = Math.abs(here.column - (before?.column ?? 0)) + Math.abs(here.row - (before?.row ?? 0));
      expect(step).toBe(1);
    }
  });

  it('is one intersection when it is already there', () => {
    expect(route({ column: 1, row: 1 }, { column: 1, row: 1 }, () => 0)).toHaveLength(1);
  });
});

describe('a signal', () => {
  const signal = {
    route: [
      { column: 0, row: 0 },
      { column: 1, row: 0 },
      { column: 1, row: 1 },
    ],
    travelled: 0,
  };

  it('starts at the first intersection, passes each on time and stays at the last', () => {
    expect([-1, 0, 0.5, 1, 2, 9].map((travelled) => placeOf(signal, travelled))).toEqual([
      { column: 0, row: 0 },
      { column: 0, row: 0 },
      { column: 0.5, row: 0 },
      { column: 1, row: 0 },
      { column: 1, row: 1 },
      { column: 1, row: 1 },
    ]);
  });

  it('says how long ago it arrived', () => {
    expect(sinceArrival({ ...signal, travelled: 1.5 })).toBe(-0.5);
    expect(sinceArrival({ ...signal, travelled: 3 })).toBe(1);
  });

  it('stands still on a route of one intersection', () => {
    expect(placeOf({ route: [{ column: 3, row: 4 }], travelled: 2 }, 2)).toEqual({ column: 3, row: 4 });
  });
});
