/** Chance that can be had again: the same numbers for the same seed. */
export interface Random {
  /** In [0, 1). */
  (): number;
  /** A whole number from `least` to `most`, both included. */
  within(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** @param seed a whole number from 1 to 2,147,483,646; the generator is Park and Miller's (1988) */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
  const within = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return Object.assign(next, {
    within,
    pick: <T>(choices: readonly [T, ...T[]]) => choices[within(0, choices.length - 1)] as T,
  });
}
