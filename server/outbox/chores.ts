/** Work over many rows, done a batch at a time between the deliveries, so that it delays none of them. */
export interface Chores {
  /** @param batches does one batch at each step; begun anew after an error, so batches done before must do no harm */
  add(batches: () => AsyncGenerator<void>): void;
  /**
   * Does one batch. Rejects when it failed; it is tried again at the next step.
   * @returns whether anything is left
   */
  step(): Promise<boolean>;
}

export function startChores(): Chores {
  const waiting: (() => AsyncGenerator<void>)[] = [];
  let running: AsyncGenerator<void> | undefined;
  return {
    add: (batches) => void waiting.push(batches),
    async step() {
      const [first] = waiting;
      if (first === undefined) return false;
      running ??= first();
      const batches = running;
      running = undefined;
      const { done } = await batches.next();
      if (done) waiting.shift();
      else running = batches;
      return waiting.length > 0;
    },
  };
}
