import { createElement as h, type ReactElement } from 'react';
import { audit } from '#content/pages/audit.ts';
import type { ReportRemedy } from '../../../audits/report/report-view.ts';

const words = audit.report;

/** What is most worthwhile, with what was seen, what it costs to leave it and what it costs to mend it. */
export function remedies(chosen: readonly ReportRemedy[]): ReactElement | undefined {
  if (chosen.length === 0) return undefined;
  return h(
    'section',
    { className: 'remedies' },
    h('h2', null, words.remedies),
    h('ol', null, chosen.map(remedyOf)),
  );
}

function remedyOf(
  { title, remedy, consequence, evidence, effort }: ReportRemedy,
  index: number,
): ReactElement {
  const rows = [
    [words.evidence, evidence],
    [words.consequence, consequence],
    [words.effort, effort],
  ] as const;
  return h(
    'li',
    { key: title },
    h('span', { className: 'numeral', 'aria-hidden': true }, index + 1),
    h('h3', null, h('span', null, title), ' ', remedy),
    h(
      'dl',
      null,
      rows.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
    ),
  );
}
