import { describe, expect, it } from 'vitest';
import { mosaic } from './mosaic.ts';

describe('mosaic', () => {
  const floor = mosaic(4, 4, 30, 0.3);
  const tiles = floor.rounds.flat();

  it('is the same at every build', () => expect(mosaic(4, 4, 30, 0.3)).toEqual(floor));

  it('lays every piece once, and leaves some of the floor to do', () => {
    expect(new Set(tiles.map(({ d }) => d)).size).toBe(tiles.length);
    expect(tiles.length).toBeLessThan(mosaic(4, 4, 30, -1).rounds.flat().length);
  });

  it('begins at the bottom right', () => {
    const across = (round: readonly { d: string }[] = []) =>
      round.reduce((sum, { d }) => sum + Number.parseFloat(d.slice(1)), 0) / round.length;
    expect(across(floor.rounds[0])).toBeGreaterThan(across(floor.rounds.at(-1)));
  });
});
