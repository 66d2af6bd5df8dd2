import { createElement as h, type ReactElement } from 'react';
import { audit } from '#content/pages/audit.ts';
import type { Fix } from '../../../audits/report/fixes.ts';
import type { ReportView } from '../../../audits/report/report-view.ts';

const words = audit.report.handover;

/**
 * What the company passes on to whoever looks after its site: every open point with the lines to paste, and a mail that
 * leads here.
 * @param address of this report, absolute
 * @param until when it expires, in words
 */
export function handover(
  { host, fixes }: ReportView,
  address: string,
  until: string,
): ReactElement | undefined {
  if (fixes.length === 0) return undefined;
  const query = {
    subject: words.subject(host),
    body: words.body(host, address, until).replaceAll('\n', '\r\n'),
  };
  // Not URLSearchParams: mail programs show its plus signs.
  const mail = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return h(
    'section',
    { className: 'handover' },
    h('h2', null, words.title),
    h('p', null, words.text),
    h('p', { className: 'send' }, h('a', { href: `mailto:?${mail.join('&')}` }, words.mail)),
    h('details', null, h('summary', null, words.open(fixes.length)), h('ol', null, fixes.map(fixOf))),
  );
}

function fixOf({ id, title, sentence, element, remedy, snippets }: Fix): ReactElement {
  return h(
    'li',
    { key: id },
    h('h3', null, title),
    h('p', null, remedy),
    h(
      'p',
      { className: 'seen' },
      sentence,
      element !== undefined && [' ', h('code', { key: 'element' }, element)],
    ),
    snippets.map(({ where, code }) =>
      h('figure', { key: where }, h('figcaption', null, where), h('pre', null, h('code', null, code))),
    ),
  );
}
