import { createElement as h, type ReactElement } from 'react';
import { OUTCOME_LABELS, OUTCOMES_LABELS } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { OUTCOMES, type Outcome } from '#domain/audit.ts';
import type { ReportLine, ReportView } from '../../../audits/report/report-view.ts';
import { sign } from './signs.ts';

/** How many points ended how, then every point by theme. */
export function checks({ passed, controlled, themes }: ReportView): ReactElement {
  const all = themes.flatMap(({ lines }) => lines);
  return h(
    'section',
    { className: 'checks' },
    h('h2', null, audit.report.count(passed, controlled)),
    h(
      'ul',
      { className: 'tally' },
      OUTCOMES.map((outcome) =>
        tally(
          outcome,
          all.filter((line) => line.outcome === outcome),
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

/** How many points ended so: a sign for each, and the number. */
function tally(outcome: Outcome, lines: readonly ReportLine[]): ReactElement | undefined {
  if (lines.length === 0) return undefined;
  const signs = lines.map(({ id }) => h('span', { key: id }, sign(outcome)));
  const label = (lines.length > 1 ? OUTCOMES_LABELS : OUTCOME_LABELS)[outcome];
  return h(
    'li',
    { key: outcome },
    h('span', { className: 'signs' }, signs),
    h('b', null, lines.length),
    ' ',
    label,
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
