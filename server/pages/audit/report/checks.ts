import { createElement as h, type ReactElement } from 'react';
import { OUTCOME_LABELS, OUTCOMES_LABELS } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { OUTCOMES } from '#domain/audit.ts';
import type { ReportLine, ReportView } from '../../../audits/report/report-view.ts';
import { sign } from './signs.ts';

/** How many points ended how, then every point by theme. */
export function checks({ passed, controlled, counts, themes }: ReportView): ReactElement {
  return h(
    'section',
    { className: 'checks' },
    h('h2', null, audit.report.count(passed, controlled)),
    h(
      'ul',
      { className: 'tally' },
      OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
        h(
          'li',
          { key: outcome },
          h(
            'span',
            { className: 'signs' },
            Array.from({ length: counts[outcome] }, (_, at) => h('span', { key: at }, sign(outcome))),
          ),
          h('b', null, counts[outcome]),
          ' ',
          (counts[outcome] > 1 ? OUTCOMES_LABELS : OUTCOME_LABELS)[outcome],
        ),
      ),
    ),
    themes.map(({ theme, label, lines }) =>
      h(
        'section',
        { key: theme, className: 'theme' },
        h('h3', null, label),
        h('ul', null, lines.map(lineOf)),
      ),
    ),
  );
}

function lineOf({
  id,
  outcome,
  label,
  title,
  sentence,
  evidence,
  threshold,
  source,
}: ReportLine): ReactElement {
  return h(
    'li',
    { key: id, className: outcome },
    sign(outcome),
    h('h4', null, title, h('span', { className: 'outcome' }, ` ${label}`)),
    h('p', null, sentence),
    evidence !== '' && !sentence.includes(evidence) && h('p', { className: 'evidence' }, evidence),
    h(
      'p',
      { className: 'source' },
      threshold,
      h('span', null, h('a', { href: source.url, rel: 'noreferrer' }, source.name)),
    ),
  );
}
