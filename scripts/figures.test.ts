import { expect, test } from 'vitest';
import { performancePage, type Report, readmeSection, withSection } from './figures.ts';

const report: Report = {
  name: 'server',
  title: 'Server',
  how: 'Side by side.',
  rows: [
    {
      figure: 'leads',
      measured: '0.61',
      bar: '≥ 0.5',
      met: true,
    },
    {
      figure: 'pages | nginx',
      measured: '0.30',
      bar: '≥ 0.35',
      met: false,
      note: 'why in English',
    },
    { figure: 'told only', measured: '1,000' },
  ],
  taken: { commit: 'abc12345', at: '2026-11-23T10:00:00Z' },
};
const faults = { lastLine: '9 of 9 held', taken: report.taken };
const older: Report = {
  ...report,
  name: 'pages',
  rows: [{ figure: 'paint', measured: '1.04' }],
  taken: { commit: 'def67890', at: '2026-11-22T10:00:00Z' },
};

test('a figure carries the commit it was taken on, marked where others are newer', () => {
  const section = readmeSection({ reports: [older, report] }, ['leads', 'paint']);
  expect(section).toContain('| leads | **0.61** |');
  expect(section).toContain('| paint | **1.04** (on def67890) |');
  expect(section).toContain('Taken on commit abc12345 unless another is named.');
  const page = performancePage({ reports: [older, report] });
  expect(page).toContain('Taken on commit abc12345 (2026-11-23).');
  expect(page).toContain(
    'Taken on commit def67890 (2026-11-22), older than the newest figures of this page (abc12345).',
  );
});

test('the README shows the rows that were chosen, an unmet bar included', () => {
  const section = readmeSection({ reports: [report], faults }, ['leads', 'pages | nginx']);
  expect(section).toContain('| leads | **0.61** | ≥ 0.5 | yes |');
  expect(section).toContain('| pages \\| nginx | **0.30** | ≥ 0.35 | **no** |');
  expect(section).toContain('`9 of 9 held`');
  expect(section).not.toContain('told only');
});

test('the README cannot show what was never measured', () => {
  expect(() => readmeSection({ reports: [report] }, ['leads', 'flights'])).toThrow('flights');
});

test('the page shows every row, and a bar inside a cell does not end it', () => {
  const page = performancePage({ reports: [report] });
  expect(page).toContain('| leads | 0.61 | ≥ 0.5 | yes |  |');
  expect(page).toContain('| pages \\| nginx | 0.30 | ≥ 0.35 | **no** | why in English |');
  expect(page).toContain('| told only | 1,000 |  |  |  |');
});

test('the section replaces what stood between the marks, and nothing else', () => {
  const marks = [
    '<!-- measures: written by scripts/readme-figures.ts, do not edit by hand -->',
    '<!-- end of the measures -->',
  ] as const;
  const once = withSection(`before\n${marks[0]}old${marks[1]}\nafter`, 'new');
  expect(once).toBe(`before\n${marks[0]}\n\nnew\n\n${marks[1]}\nafter`);
  expect(withSection(once, 'new')).toBe(once);
  expect(() => withSection('no marks', 'new')).toThrow();
});
