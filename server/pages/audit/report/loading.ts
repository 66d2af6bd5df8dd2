import { createElement as h, type ReactElement } from 'react';
import { decimal } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import type { LoadingRow, LoadingView } from '../../../audits/report/loading-view.ts';
import type { ReportPicture } from './picture.ts';

const words = audit.report.loading;
const RULE = 10;

/** The load as a filmstrip, and in numbers for those who cannot see it and those who want to know. */
export function loading({ lcpMs, rows }: LoadingView, pictures: readonly ReportPicture[]): ReactElement {
  const frames = pictures.filter((picture): picture is Frame => picture.atMs !== undefined);
  const endMs = frames.at(-1)?.atMs ?? 0;
  const here = lcpMs === undefined ? -1 : frames.findIndex(({ atMs }) => atMs >= lcpMs);
  return h(
    'section',
    { className: 'loading' },
    h('h2', null, words.title),
    frames.length > 0 &&
      h(
        'ol',
        { className: 'film', 'aria-label': words.film },
        frames.map((frame, at) => frameOf(frame, endMs, at === here)),
      ),
    table(rows),
  );
}

interface Frame extends ReportPicture {
  readonly atMs: number;
}

/** One picture over a line that is filled as far as its instant. */
function frameOf({ address, width, height, atMs }: Frame, endMs: number, isHere: boolean): ReactElement {
  const line = { y: height + RULE, height: RULE };
  return h(
    'li',
    { key: atMs, className: isHere ? 'here' : undefined },
    h(
      'svg',
      { viewBox: `0 0 ${width} ${height + 2 * RULE}`, 'aria-hidden': true },
      h('image', { href: address, width, height }),
      h('rect', { className: 'edge', width, height, fill: 'none' }),
      h('rect', { className: 'rest', ...line, width }),
      h('rect', { className: 'rule', ...line, width: Math.round((width * atMs) / endMs) }),
    ),
    h('b', null, `${decimal(atMs / 1_000, 1)}\u00a0s`),
    isHere && h('span', null, ` ${words.contentHere}`),
  );
}

function table(rows: readonly LoadingRow[]): ReactElement {
  const onDesktop = rows.some(({ desktop }) => desktop !== undefined);
  const column = (name: string) => h('th', { scope: 'col' }, name);
  return h(
    'table',
    null,
    h('caption', null, words.table),
    h('thead', null, h('tr', null, h('td'), column(words.phone), onDesktop && column(words.desktop))),
    h(
      'tbody',
      null,
      rows.map(({ label, phone, desktop }) =>
        h(
          'tr',
          { key: label },
          h('th', { scope: 'row' }, label),
          h('td', null, phone),
          onDesktop && h('td', null, desktop),
        ),
      ),
    ),
  );
}
