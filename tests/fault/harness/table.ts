import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { measuredCode } from '#scripts/figures.ts';
import type { Counts } from './row.ts';
import { type Ran, replay } from './run-row.ts';

const RESULTS = join(import.meta.dirname, '../../../bench/results/fault.json');

/** One line of the table. */
export interface Line extends Counts {
  readonly fault: string;
  readonly dose: string;
  readonly recovery: string;
  readonly pass: 'yes' | 'NO' | 'not tried';
  readonly seconds: number;
  readonly seed: number;
  readonly note: string;
}

type Lines = Readonly<Record<string, Line>>;

export function lineOf({ row, dose, seed, seconds, finding }: Ran): Line {
  const { recoveryMs, broken, impossible, note, ...counts } = finding;
  const share = dose < row.dose.full ? ` of ${row.dose.full}` : '';
  return {
    fault: row.fault,
    dose: impossible ? 'not possible here' : `${dose}${share} ${row.unit}`,
    ...counts,
    recovery: recoveryMs === undefined ? '–' : `${(recoveryMs / 1000).toFixed(1)} s`,
    pass: impossible ? 'not tried' : broken.length === 0 ? 'yes' : 'NO',
    seconds: Math.round(seconds),
    seed,
    note: impossible ?? note ?? row.bar,
  };
}

/** The line that the README shows. */
export function lastLine(lines: Lines): string {
  const all = Object.values(lines);
  const tried = all.filter(({ pass }) => pass !== 'not tried');
  const total = (key: keyof Counts) => tried.reduce((sum, line) => sum + line[key], 0);
  const passed = tried.filter(({ pass }) => pass === 'yes').length;
  const partly = tried.filter(({ dose }) => dose.includes(' of ')).length;
  const left = all.length - tried.length;
  return [
    `${passed} of ${all.length} faults withstood`,
    ...(partly > 0 ? [`${partly} of them in less than the full dose`] : []),
    ...(left > 0 ? [`${left} not possible on this machine`] : []),
    `${total('acknowledged')} leads acknowledged, ${total('delivered')} delivered`,
    `${total('missing')} missing, ${total('twice')} twice, ${total('merged')} merged, ${total('overwritten')} overwritten`,
  ].join('; ');
}

/** Prints the table, and for each failure why, and how to have it again. */
export function tell(ran: readonly Ran[]): void {
  console.table(linesOf(ran));
  for (const one of ran.filter(({ finding }) => finding.broken.length > 0))
    console.log(
      `\n${one.row.name}: ${one.finding.broken.slice(0, 10).join('\n  ')}\n  again: ${replay(one)}`,
    );
}

/**
 * Keeps the lines where the README is made from; rows done in an earlier run stay, with what they gave then.
 * @param names of all rows, in the order of the table
 */
export function keep(ran: readonly Ran[], names: readonly string[]): void {
  const merged: Lines = { ...kept(), ...linesOf(ran) };
  const rows = Object.fromEntries(names.flatMap((name) => (merged[name] ? [[name, merged[name]]] : [])));
  mkdirSync(dirname(RESULTS), { recursive: true });
  const result = { name: 'fault', lastLine: lastLine(rows), taken: measuredCode(), rows };
  writeFileSync(RESULTS, `${JSON.stringify(result, null, 2)}\n`);
}

function kept(): Lines {
  try {
    return (JSON.parse(readFileSync(RESULTS, 'utf8')) as { rows: Lines }).rows;
  } catch {
    return {};
  }
}

function linesOf(ran: readonly Ran[]): Lines {
  return Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)]));
}
