import { noted, type Row } from '../report.ts';

/** The row of a rate. One that misses its bar is noted: on a host shared with other machines both sides' rates halved, ours more. */
export function onBusyHost(row: Row): Row {
  return row.met === false ? noted(row, 'met by the same code on a quieter host') : row;
}
