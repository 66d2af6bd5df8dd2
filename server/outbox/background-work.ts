/** Work over many rows, done in batches between deliveries, so that it delays none of them. */
export interface BackgroundWork {
  /** @param batches does one batch at each step; started again after an error, so repeating a batch must be harmless */
  add(batches: () => AsyncGenerator<void>): void;
  /**
   * Does one batch. Rejects when it failed; it is tried again at the next step.
   * @returns whether anything is left
   */
  step(): Promise<boolean>;
}

export function startBackgroundWork(): BackgroundWork {
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
