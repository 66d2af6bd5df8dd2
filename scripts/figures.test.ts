import { expect, test } from 'vitest';
import type { Report } from '../bench/report.ts';
import { inFrench, performancePage, readmeSection, withSection } from './figures.ts';

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
      readme: { figure: 'contacts par seconde' },
    },
    {
      figure: 'pages | nginx',
      measured: '0.30',
      bar: '≥ 0.35',
      met: false,
      note: 'why in English',
      readme: { figure: 'pages par seconde', reason: 'le pourquoi' },
    },
    { figure: 'told only', measured: '1,000' },
  ],
};

test('the README shows the rows that have a French name, an unmet bar with its reason', () => {
  const section = readmeSection({ reports: [report], faults: '9 of 9 held' });
  expect(section).toContain('| contacts par seconde | **0,61** | ≥ 0,5 | ✓ |');
  expect(section).toContain('| pages par seconde | **0,30** | ≥ 0,35 | ✗ le pourquoi |');
  expect(section).toContain('`9 of 9 held`');
  expect(section).not.toContain('1\u202f000');
});

test('the page shows every row, and a bar inside a cell does not end it', () => {
  const page = performancePage({ reports: [report] });
  expect(page).toContain('| leads | 0.61 | ≥ 0.5 | yes |  |');
  expect(page).toContain('| pages \\| nginx | 0.30 | ≥ 0.35 | **no** | why in English |');
  expect(page).toContain('| told only | 1,000 |  |  |  |');
});

test.each([
  ['13.75 KB /home', '13,75\u00a0ko /home'],
  ['10,000 in 1.05', '10\u202f000 in 1,05'],
  ['1000, 1000, 0, 0', '1000, 1000, 0, 0'],
  ['1,234,567.5', '1\u202f234\u202f567,5'],
])('%s in French', (text, french) => {
  expect(inFrench(text)).toBe(french);
});

test('the section replaces what stood between the marks, and nothing else', () => {
  const marks = [
    '<!-- mesures : écrites par scripts/readme-figures.ts, ne pas modifier à la main -->',
    '<!-- fin des mesures -->',
  ] as const;
  const once = withSection(`before\n${marks[0]}old${marks[1]}\nafter`, 'new');
  expect(once).toBe(`before\n${marks[0]}\n\nnew\n\n${marks[1]}\nafter`);
  expect(withSection(once, 'new')).toBe(once);
  expect(() => withSection('no marks', 'new')).toThrow();
});
