import type { Report, Row } from '../bench/report.ts';

/** What the benchmarks and the fault suite left behind, each absent when it never ran. */
export interface Figures {
  readonly reports: readonly Report[];
  /** How the fault suite ended. */
  readonly faults?: string;
}

/** The README's part: the rows that carry a French name, in one table. */
export function readmeSection({ reports, faults }: Figures): string {
  const rows = reports.flatMap((report) => report.rows).filter((row) => row.readme !== undefined);
  const table = [
    '| mesuré à côté de quoi | mesuré | barre | |',
    '| --- | --: | --: | --- |',
    ...rows.map(readmeRow),
  ];
  const closing = [
    'Tous les tableaux, et comment ils sont pris : [docs/performance.md](docs/performance.md) ; `npm run bench` les refait.',
    ...(faults === undefined ? [] : [`La suite de pannes conclut : \`${faults}\``]),
  ];
  return [table.join('\n'), ...closing].join('\n\n');
}

/** docs/performance.md: every table. */
export function performancePage({ reports, faults }: Figures): string {
  const parts = reports.map(({ title, how, rows }) =>
    [
      `## ${title}`,
      how,
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
    ...(faults === undefined ? [] : ['## Faults', `How the fault suite ended: \`${faults}\``]),
  ]
    .join('\n\n')
    .concat('\n');
}

function readmeRow({ measured, bar = '', met, readme }: Row): string {
  const kept = met === undefined ? '' : met ? '✓' : `✗ ${readme?.reason ?? ''}`.trim();
  return line([readme?.figure ?? '', `**${inFrench(measured)}**`, inFrench(bar), kept]);
}

function pageRow({ figure, measured, bar = '', met, note = '' }: Row): string {
  return line([figure, measured, bar, met === undefined ? '' : met ? 'yes' : '**no**', note]);
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** 1,000.5 KB becomes 1 000,5 ko, with the narrow space that does not break. */
export function inFrench(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '\u202f')
    .replace(/(?<=\d)\.(?=\d)/g, ',')
    .replace(/(?<=\d) KB\b/g, '\u00a0ko');
}

const BEGIN = '<!-- mesures : écrites par scripts/readme-figures.ts, ne pas modifier à la main -->';
const END = '<!-- fin des mesures -->';

/** The README with its part put between the two marks; throws when it does not hold them. */
export function withSection(readme: string, section: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`README.md must hold « ${BEGIN} » and then « ${END} »`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${section}\n\n${readme.slice(end)}`;
}
