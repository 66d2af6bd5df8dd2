import { createElement as h, type ReactElement } from 'react';
import { lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { BARS } from '#domain/audit-bars.ts';
import type { ReportView } from '../../../audits/report/report-view.ts';
import type { ReportPicture } from './picture.ts';
import { scale } from './scale.ts';

const words = audit.report;
const [GOOD] = BARS.lcpMs;

/** What is read first: whose site, what costs it most, how it looks on a phone, and how late its content is there. */
export function head(view: ReportView, date: string, phone: ReportPicture | undefined): ReactElement {
  const { host, headline, tally, loading } = view;
  // A time that is well is no news: it stands with the other measures.
  const lcpMs = loading?.lcpMs !== undefined && loading.lcpMs > GOOD ? loading.lcpMs : undefined;
  return h(
    'header',
    { className: phone === undefined ? 'head' : 'head pictured' },
    h('h1', null, h('span', null, words.eyebrow), host),
    h('p', { className: 'verdict' }, headline, tally !== '' && h('span', null, tally)),
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
    h('p', { className: 'date' }, date),
  );
}

/** The number, and its unit smaller beside it. */
function large(time: string): [string, ReactElement] {
  const [value = '', unit = ''] = time.split('\u00a0');
  return [value, h('small', null, `\u00a0${unit}`)];
}
