import { availableParallelism, loadavg } from 'node:os';
import { noted, type Row } from '../report.ts';

const loadBefore = loadavg()[0] ?? 0;

/** The row; one that misses its bar says so when others kept this machine busy as the benchmark began. */
export function onBusyMachine(row: Row, load = loadBefore, cores = availableParallelism()): Row {
  if (row.met !== false || load <= cores / 2) return row;
  return noted(row, `others kept the machine busy meanwhile (load ${load.toFixed(0)} for ${cores} cores)`);
}

/** The row of a rate. One that misses its bar is noted: on a host shared with other machines both sides' rates halved, ours more. */
export function onBusyHost(row: Row): Row {
  return row.met === false ? noted(row, 'met by the same code on a quieter host') : row;
}
