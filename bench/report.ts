import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFigures } from '#scripts/readme-figures.ts';

/** One line of a benchmark's table: a figure beside its bar, as text, with its unit. */
export interface Row {
  readonly figure: string;
  /** What it has to be, for example « ≤ 1.10 »; absent for a figure that is only told. */
  readonly bar?: string;
  readonly measured: string;
  /** Whether the bar is met; absent without a bar. */
  readonly met?: boolean;
  /** Why a bar is not met, or what a reader must know to read the figure. */
  readonly note?: string;
  /** For the few figures that the README shows: what was measured beside what, in French. */
  readonly readme?: {
    readonly figure: string;
    /** Why the bar is not met, when it is not. */
    readonly reason?: string;
  };
}

export interface Report {
  /** Name of the benchmark: the part after `bench:`. */
  readonly name: string;
  readonly title: string;
  /** How it was taken: what ran beside what, how often, under which settings. */
  readonly how: string;
  readonly rows: readonly Row[];
}

/** The row with `note` after what it notes already. */
export function noted(row: Row, note: string): Row {
  return { ...row, note: [row.note, note].filter(Boolean).join('; ') };
}

/**
 * Prints a benchmark's table and keeps it in bench/results/, out of which the README's figures are made. What a
 * quick run measured (--quick) is not kept: its doses are too small to stand for anything.
 */
export function report(result: Report): void {
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
  writeFileSync(join(folder, `${result.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeFigures();
}
