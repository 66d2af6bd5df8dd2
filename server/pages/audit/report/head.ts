import { createElement as h, type ReactElement } from 'react';
import { lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import type { ReportView } from '../../../audits/report/report-view.ts';
import type { ReportPicture } from './picture.ts';
import { scale } from './scale.ts';

const words = audit.report;

/** What is read first: whose site, how it looks on a phone, its LCP, and one sentence. */
export function head(view: ReportView, date: string, phone: ReportPicture | undefined): ReactElement {
  const { host, verdict, loading } = view;
  const lcpMs = loading?.lcpMs;
  return h(
    'header',
    { className: phone === undefined ? 'head' : 'head pictured' },
    h('h1', null, h('span', null, words.eyebrow(host)), host),
    phone &&
      h(
        'p',
        { className: 'phone' },
        h('img', {
          src: phone.address,
          width: phone.width,
          height: phone.height,
          alt: words.pictureAlt(host),
        }),
      ),
    lcpMs !== undefined &&
      h(
        'p',
        { className: 'second' },
        h('b', null, ...large(lcpText(lcpMs))),
        h('span', null, words.untilContent),
      ),
    lcpMs !== undefined && scale(lcpMs),
    h('p', { className: 'verdict' }, verdict),
    h('p', { className: 'date' }, date),
  );
}

/** The number, and its unit smaller beside it. */
function large(time: string): [string, ReactElement] {
  const [value = '', unit = ''] = time.split('\u00a0');
  return [value, h('small', null, `\u00a0${unit}`)];
}
