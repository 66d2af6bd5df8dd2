/** An intersection of the grid. */
export interface Crossing {
  column: number;
  row: number;
}

/** A red signal on its way along grid lines; `travelled` counts cells and goes on counting after the arrival. */
export interface Signal {
  route: Crossing[];
  travelled: number;
}

/** A small repeatable source of numbers in [0, 1): everybody sees the same opening, and so does a test. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every intersection from `from` to `to`, both included, by a walk that never turns back and turns now and then. */
export function route(from: Crossing, to: Crossing, random: () => number): Crossing[] {
  const crossings = [from];
  let { column, row } = from;
  while (column !== to.column || row !== to.row) {
    const across = Math.abs(to.column - column);
    const down = Math.abs(to.row - row);
    const goesAcross = random() * (across + down) < across;
    const run = Math.min(goesAcross ? across : down, 1 + Math.floor(random() * 4));
    for (let i = 0; i < run; i++) {
      if (goesAcross) column += Math.sign(to.column - column);
      else row += Math.sign(to.row - row);
      crossings.push({ column, row });
    }
  }
  return crossings;
}

/** Where a signal is after `travelled` cells: it hesitates a little at each intersection and stays at the last. */
export function placeOf({ route }: Signal, travelled: number): Crossing {
  const last = route.length - 1;
  const at = Math.max(0, Math.min(travelled, last));
  const index = Math.min(Math.floor(at), last - 1);
  const from = route[Math.max(0, index)] ?? { column: 0, row: 0 };
  const to = route[index + 1] ?? from;
  const share = at - Math.max(0, index);
  const eased = 0.5 * share + 0.5 * share * share * (3 - 2 * share);
  return {
    column: from.column + (to.column - from.column) * eased,
    row: from.row + (to.row - from.row) * eased,
  };
}

/** Cells travelled since the arrival; negative while on the way. */
export function sinceArrival({ route, travelled }: Signal): number {
  return travelled - (route.length - 1);
}
