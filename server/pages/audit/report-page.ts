import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { audit } from '#content/pages/audit.ts';
import type { ReportView } from '../../audits/report/report-view.ts';
import { frenchTime } from '../../messages/french-time.ts';
import type { OwnPage } from '../template.ts';
import { BOOK_HREF } from './pages.ts';
import { checks } from './report/checks.ts';
import { handover } from './report/handover.ts';
import { head } from './report/head.ts';
import { hosts } from './report/hosts.ts';
import { loading } from './report/loading.ts';
import type { ReportPicture } from './report/picture.ts';
import { remedies } from './report/remedies.ts';

export interface ReportPage {
  readonly view: ReportView;
  readonly pictures: readonly ReportPicture[];
  /** Address of the report itself, absolute. */
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

const words = audit.report;
/** A site changes: from here on the report says that it is of another day. In milliseconds. */
const OLD_MS = 7 * 86_400_000;

/** The report: its head, three remedies, every point by theme, how it loads, what to hand over, the conditions. */
export function reportPage({ view, pictures, address, expiresAt, now }: ReportPage): OwnPage {
  const phone = pictures.find(({ name }) => name === 'phone');
  const action = h('p', { className: 'call' }, h('a', { className: 'action', href: BOOK_HREF }, words.book));
  const isOld = now - view.measuredAt > OLD_MS;
  const report = h(
    'article',
    { className: 'report' },
    head(view, frenchTime(view.measuredAt), phone),
    isOld && h('p', { role: 'note', className: 'old' }, words.old),
    remedies(view.remedies),
    action,
    checks(view),
    view.loading &&
      h('div', { className: 'measures' }, loading(view.loading, pictures), hosts(view.loading.hosts)),
    handover(view, address, frenchTime(expiresAt)),
    conditions(view, expiresAt),
  );
  return { title: words.title(view.host), main: renderToStaticMarkup(report) };
}

function conditions({ conditions: told, measuredAt }: ReportView, expiresAt: number): ReactElement {
  const rows = [
    [words.conditions.date, frenchTime(measuredAt)],
    ...told,
    [words.conditions.expires, frenchTime(expiresAt)],
  ] as const;
  return h(
    'section',
    { className: 'conditions' },
    h('h2', null, words.conditionsTitle),
    h('p', { className: 'once' }, words.conditions.once),
    h(
      'dl',
      null,
      rows.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
    ),
    h('p', { className: 'quiet' }, words.privacy),
    h('p', { className: 'again' }, h('a', { href: '/introduction#audit' }, words.another)),
  );
}
