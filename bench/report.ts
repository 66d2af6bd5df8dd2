import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { measuredCode, type Report, type Row } from '#scripts/figures.ts';
import { writeFigures } from '#scripts/readme-figures.ts';

export type { Row } from '#scripts/figures.ts';

/** The row with `note` after what it notes already. */
export function noted(row: Row, note: string): Row {
  return { ...row, note: [row.note, note].filter(Boolean).join('; ') };
}

const loadBefore = loadavg()[0] ?? 0;

/** The row; one that misses its bar says so when others kept this machine busy as the benchmark began. */
export function onBusyMachine(row: Row, load = loadBefore, cores = availableParallelism()): Row {
  if (row.met !== false || load <= cores / 2) return row;
  return noted(row, `others kept the machine busy meanwhile (load ${load.toFixed(0)} for ${cores} cores)`);
}

interface Shown {
  /** Follows each number, with its space. */
  readonly unit?: string;
  /** After the decimal point; absent: two. */
  readonly digits?: number;
  /** What is shown in the place of the value. */
  readonly measured?: string;
  readonly note?: string | undefined;
}

/** The row of a figure that may be `most` and not more. */
export function atMost(figure: string, value: number, most: number, shown: Shown = {}): Row {
  return { figure, bar: `≤ ${most}${shown.unit ?? ''}`, met: value <= most, ...told(value, shown) };
}

/** The row of a figure that must be `least` and not less. */
export function atLeast(figure: string, value: number, least: number, shown: Shown = {}): Row {
  return { figure, bar: `≥ ${least}${shown.unit ?? ''}`, met: value >= least, ...told(value, shown) };
}

function told(value: number, { unit = '', digits = 2, measured, note }: Shown) {
  return { measured: measured ?? `${value.toFixed(digits)}${unit}`, ...(note && { note }) };
}

/**
 * Prints a benchmark's table and keeps it in bench/results/, out of which the README's figures are made. What a
 * quick run measured (--quick) is not kept: its doses are too small to mean anything.
 */
export function report(result: Omit<Report, 'taken'>): void {
  console.log(`\n${result.title}\n${result.how}\n`);
  console.table(
    Object.fromEntries(
      result.rows.map(({ figure, bar = '', measured, met, note = '' }) => [
        figure,
        { measured, bar, met: met === undefined ? '' : met ? 'yes' : 'NO', note },
      ]),
    ),
  );
  if (process.argv.includes('--quick')) return;
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${result.name}.json`),
    `${JSON.stringify({ ...result, taken: measuredCode() }, null, 2)}\n`,
  );
  writeFigures();
}
