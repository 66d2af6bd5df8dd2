import { noted, type Row } from '../../report.ts';

/** The row of a rate; why it misses its bar was seen on a host that other machines shared: both sides' rates halved. */
export function onBusyHost(row: Row): Row {
  return row.met === false ? noted(row, 'met by the same code on a quieter host') : row;
}
