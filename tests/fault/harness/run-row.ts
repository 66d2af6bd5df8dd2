import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from './random.ts';
import { type Finding, NOTHING_SENT, type Row } from './row.ts';

export interface Ran {
  readonly row: Row;
  readonly seed: number;
  readonly dose: number;
  readonly seconds: number;
  readonly finding: Finding;
}

/** Does one row and clears up after it; a row that throws has failed, and says why. */
export async function runRow(row: Row, seed: number, dose: number): Promise<Ran> {
  const started = performance.now();
  const acts: (() => unknown)[] = [];
  const broken: string[] = [];
  const onEnd = (act: () => unknown) => void acts.unshift(act);
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'oui-48-fault-'));
    onEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
    return path;
  };
  let finding: Finding = NOTHING_SENT;
  try {
    const full = dose === row.dose.full;
    finding = await row.run({ dose, full, random: seeded(seed), broken, onEnd, folder });
  } catch (error) {
    broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const act of acts) await act();
  const seconds = (performance.now() - started) / 1000;
  return { row, seed, dose, seconds, finding: { ...finding, broken: [...finding.broken, ...broken] } };
}

/** How to have a failure again. */
export function replay({ row, seed, dose }: Ran): string {
  return `npm run test:fault -- --only ${row.name} --seed ${seed} --dose ${dose}`;
}
