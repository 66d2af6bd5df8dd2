import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFigures } from '#scripts/readme-figures.ts';
import { type Ran, replay } from './run-row.ts';

const RESULTS = join(import.meta.dirname, '../../../bench/results');

/** One line of the table, as text. */
export function lineOf({ row, dose, seed, seconds, finding }: Ran): Record<string, string | number> {
  const { acknowledged, delivered, missing, twice, recoveryMs, broken, impossible, note } = finding;
  const share = dose < row.dose.full ? ` of ${row.dose.full}` : '';
  return {
    fault: row.fault,
    dose: impossible ? 'not possible here' : `${dose}${share} ${row.unit}`,
    acknowledged,
    delivered,
    missing,
    twice,
    recovery: recoveryMs === undefined ? '–' : `${(recoveryMs / 1000).toFixed(1)} s`,
    pass: impossible ? 'not tried' : broken.length === 0 ? 'yes' : 'NO',
    seconds: Math.round(seconds),
    seed,
    note: impossible ?? note ?? row.bar,
  };
}

/** The line that the README shows. */
export function lastLine(ran: readonly Ran[]): string {
  const tried = ran.filter(({ finding }) => finding.impossible === undefined);
  const total = (key: 'acknowledged' | 'delivered' | 'missing' | 'twice') =>
    tried.reduce((sum, { finding }) => sum + finding[key], 0);
  const passed = tried.filter(({ finding }) => finding.broken.length === 0).length;
  const full = tried.every(({ row, dose }) => dose >= row.dose.full);
  const left = ran.length - tried.length;
  return (
    `${passed} of ${ran.length} faults withstood${full ? '' : ' (not all at their full dose)'}` +
    `${left > 0 ? `, ${left} not possible on this machine` : ''}: ` +
    `${total('acknowledged')} leads acknowledged, ${total('delivered')} delivered, ` +
    `${total('missing')} missing, ${total('twice')} twice.`
  );
}

/** Prints the table, why each failure failed and how to have it again, and keeps it where the README is made from. */
export function tell(ran: readonly Ran[]): void {
  console.table(Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)])));
  for (const one of ran.filter(({ finding }) => finding.broken.length > 0))
    console.log(
      `\n${one.row.name}: ${one.finding.broken.slice(0, 10).join('\n  ')}\n  again: ${replay(one)}`,
    );
  mkdirSync(RESULTS, { recursive: true });
  const rows = Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)]));
  const kept = { name: 'fault', at: new Date().toISOString(), lastLine: lastLine(ran), rows };
  writeFileSync(join(RESULTS, 'fault.json'), `${JSON.stringify(kept, null, 2)}\n`);
  writeFigures();
  console.log(`\n${lastLine(ran)}`);
}
