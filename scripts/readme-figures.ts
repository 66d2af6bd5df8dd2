// Writes the README's figures and docs/performance.md out of bench/results/; with --check, only says whether they are stale (exit 1).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FaultRun,
  type Figures,
  performancePage,
  type Report,
  readmeSection,
  withSection,
} from './figures.ts';

const root = join(import.meta.dirname, '..');
const README = join(root, 'README.md');
const PAGE = join(root, 'docs/performance.md');

/** In the order in which they are shown. */
const REPORTS = ['delivery', 'server', 'scale', 'pages'];

/** Brings both documents up to what was last measured. */
export function writeFigures(): void {
  for (const [file, text] of documents()) writeFileSync(file, text);
}

function documents(): [file: string, text: string][] {
  const figures = measured();
  return [
    [README, withSection(readFileSync(README, 'utf8'), readmeSection(figures))],
    [PAGE, performancePage(figures)],
  ];
}

function measured(): Figures {
  const reports = REPORTS.flatMap((name) => read<Report>(name) ?? []);
  const faults = read<FaultRun>('fault');
  return { reports, ...(faults !== undefined && { faults }) };
}

function read<T>(name: string): T | undefined {
  const file = join(root, 'bench/results', `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFigures();
  else
    for (const [file, text] of documents()) {
      if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
      console.error(
        `${file} n’est plus à jour avec bench/results ; rien d’autre n’est touché. Lancez : node scripts/readme-figures.ts`,
      );
      process.exitCode = 1;
    }
}
