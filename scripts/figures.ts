import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What the README shows of all that is measured: the names of rows, in the order of its table. */
const IN_README = [
  '1,000 leads: time until all have arrived, over the floor',
  '10,000 leads: acknowledged, arrived, missing, twice',
  'durable leads, 64 connections, over the bare store’s own group commit',
  'p99 of an accepted lead while the outbox drains, over its p99 at rest',
  'SQLite: /readyz while leads come in, median',
  'LCP / floor, simulated',
  'everything before interaction',
  'INP of the funnel at 4×',
];

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
}

export interface Report {
  /** Name of the benchmark: the part after `bench:`. */
  readonly name: string;
  readonly title: string;
  /** How it was taken: what ran beside what, how often, under which settings. */
  readonly how: string;
  readonly rows: readonly Row[];
  readonly taken: Taken;
}

/** Which code a figure was measured on. */
interface Taken {
  /** Abbreviated; a « + » follows it where files were changed and not committed. */
  readonly commit: string;
  /** As in ISO 8601. */
  readonly at: string;
}

/** What the benchmarks and the fault suite left behind, each absent when it never ran. */
export interface Figures {
  readonly reports: readonly Report[];
  readonly faults?: FaultRun;
}

/** How the fault suite ended. */
export interface FaultRun {
  readonly lastLine: string;
  readonly taken: Taken;
}

/** The README's part: a few rows of all, in one table. Throws when one of them was never measured. */
export function readmeSection({ reports, faults }: Figures, names: readonly string[] = IN_README): string {
  const newest = newestOf(reports);
  const rows = reports.flatMap((report) => report.rows.map((row) => ({ row, taken: report.taken })));
  const shown = names.map((name) => {
    const found = rows.find(({ row }) => row.figure === name);
    if (!found)
      throw new Error(`bench/results holds no figure “${name}”: run npm run bench, or name another one`);
    const { row, taken } = found;
    const mark = taken.commit === newest.commit ? '' : ` (on ${taken.commit})`;
    return line([row.figure, `**${row.measured}**${mark}`, row.bar ?? '', metOf(row)]);
  });
  const closing =
    `Taken on commit ${newest.commit} unless another is named. ` +
    'All tables, how they are taken and why a bar is missed: [docs/performance.md](docs/performance.md); `npm run bench` takes them again.';
  const table = ['| measured | | bar | met |', '| --- | --: | --: | --- |', ...shown].join('\n');
  return [table, closing, ...(faults === undefined ? [] : [`The fault suite ended: ${ending(faults)}`])].join(
    '\n\n',
  );
}

/** docs/performance.md: every table. */
export function performancePage({ reports, faults }: Figures): string {
  const newest = newestOf(reports);
  const parts = reports.map(({ title, how, rows, taken }) =>
    [
      `## ${title}`,
      `${how} ${takenOn(taken, newest)}`,
      [
        '| figure | measured | bar | met | note |',
        '| --- | --: | --: | --- | --- |',
        ...rows.map(pageRow),
      ].join('\n'),
    ].join('\n\n'),
  );
  return [
    '# Performance',
    'Made by `scripts/readme-figures.ts` from `bench/results/`, which `npm run bench` writes: do not edit it by hand. ' +
      'Speeds are ratios between sides that ran in turn on the same machine in the same run; a bar that is not met stays here.',
    ...parts,
    ...(faults === undefined ? [] : ['## Faults', `How the fault suite ended: ${ending(faults)}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

function newestOf(reports: readonly Report[]): Taken {
  return reports.map(({ taken }) => taken).reduce((newest, one) => (one.at > newest.at ? one : newest));
}

function takenOn({ commit, at }: Taken, newest: Taken): string {
  const older =
    commit === newest.commit ? '' : `, older than the newest figures of this page (${newest.commit})`;
  return `Taken on commit ${commit} (${at.slice(0, 10)})${older}.`;
}

function ending({ lastLine, taken }: FaultRun): string {
  return `\`${lastLine}\` (commit ${taken.commit})`;
}

function pageRow(row: Row): string {
  return line([row.figure, row.measured, row.bar ?? '', metOf(row), row.note ?? '']);
}

function metOf({ met }: Row): string {
  return met === undefined ? '' : met ? 'yes' : '**no**';
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const BEGIN = '<!-- measures: written by scripts/readme-figures.ts, do not edit by hand -->';
const END = '<!-- end of the measures -->';

/** The README with its part put between the two marks; throws when it does not hold them. */
export function withSection(readme: string, section: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`README.md must hold “${BEGIN}” and then “${END}”`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${section}\n\n${readme.slice(end)}`;
}

/** What the code is that is being measured. @throws Error outside of a checkout */
export function measuredCode(): Taken {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--', ':!bench/results', ':!README.md', ':!docs/performance.md') === ''
      ? ''
      : '+';
  return { commit: git('rev-parse', '--short=8', 'HEAD') + changed, at: new Date().toISOString() };
}
