import { availableParallelism, loadavg } from 'node:os';
import { noted, type Row } from '../report.ts';

const loadBefore = loadavg()[0] ?? 0;

/** The row; one that misses its bar says so when others kept this machine busy as the benchmark began. */
export function onBusyMachine(row: Row, load = loadBefore, cores = availableParallelism()): Row {
  if (row.met !== false || load <= cores / 2) return row;
  return noted(row, `others kept the machine busy meanwhile (load ${load.toFixed(0)} for ${cores} cores)`);
}
