import { availableParallelism, loadavg } from 'node:os';

const loadBefore = loadavg()[0] ?? 0;

/** In French, that others kept this machine busy when the benchmark began; undefined when it was free. */
export function busyMachine(load = loadBefore, cores = availableParallelism()): string | undefined {
  if (load <= cores / 2) return undefined;
  const shown = load.toFixed(0);
  return `mesuré pendant que d’autres travaux occupaient la machine (charge ${shown} pour ${cores} cœurs)`;
}
