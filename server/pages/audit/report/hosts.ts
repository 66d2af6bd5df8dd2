import { createElement as h, type ReactElement } from 'react';
import { audit } from '#content/pages/audit.ts';
import type { HostView } from '../../../audits/report/loading-view.ts';

const words = audit.report.hosts;
const BAR = 14;
const HATCH = 'tiers';

/** What each host weighs: a table whose rows are bars; those of others are hatched, and say so. */
export function hosts(all: readonly HostView[]): ReactElement | undefined {
  if (all.length === 0) return undefined;
  const column = (name: string) => h('th', { scope: 'col' }, name);
  return h(
    'section',
    { className: 'hosts' },
    h('h2', null, words.title),
    hatching(),
    h(
      'table',
      null,
      h('thead', null, h('tr', null, column(words.host), column(words.weight), column(words.requests))),
      h('tbody', null, all.map(rowOf)),
    ),
    all.some(({ thirdParty }) => thirdParty) && h('p', { className: 'legend' }, words.own),
  );
}

function rowOf({ name, weight, requests, thirdParty, share }: HostView): ReactElement {
  const fill = thirdParty ? `url(#${HATCH})` : 'currentColor';
  const bar = { width: `${Math.max(0.5, Math.round(share * 1_000) / 10)}%`, height: BAR };
  return h(
    'tr',
    { key: name },
    h(
      'th',
      { scope: 'row' },
      name,
      thirdParty && h('small', null, ` ${words.third}`),
      h('svg', { width: '100%', height: BAR, 'aria-hidden': true }, h('rect', { ...bar, fill })),
    ),
    h('td', null, weight),
    h('td', null, requests),
  );
}

function hatching(): ReactElement {
  const pattern = {
    id: HATCH,
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  };
  return h(
    'svg',
    { className: 'defs', width: 0, height: 0, 'aria-hidden': true },
    h('defs', null, h('pattern', pattern, h('rect', { width: 3, height: 6, fill: 'currentColor' }))),
  );
}
