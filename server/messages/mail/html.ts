import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { mails } from '#content/mails.ts';
import { type MailBlock, type MailBody, mailText } from './body.ts';
import type { OutgoingMail } from './transport.ts';

/** The agency's colours. Mail programs support inline styles only. */
const INK = '#14120f';
const STYLES = {
  body: { margin: 0, padding: '24px 16px', background: '#f5f2ec', color: INK },
  sheet: {
    maxWidth: '36rem',
    margin: '0 auto',
    font: '17px/1.5 "Helvetica Neue", Helvetica, Arial, sans-serif',
  },
  title: {
    margin: '0 0 24px',
    paddingTop: '16px',
    borderTop: `2px solid ${INK}`,
    font: 'inherit',
    fontSize: '28px',
    fontWeight: 700,
    lineHeight: 1.15,
  },
  heading: { margin: '24px 0 8px', fontSize: '17px', fontWeight: 700 },
  text: { margin: '0 0 16px' },
  list: { margin: '0 0 16px', paddingLeft: '20px' },
  facts: { margin: '0 0 24px', borderCollapse: 'collapse' },
  label: {
    padding: '2px 16px 2px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
    fontWeight: 400,
    color: '#5f5a52',
  },
  value: { padding: '2px 0', verticalAlign: 'top', wordBreak: 'break-word' },
  link: {
    display: 'inline-block',
    margin: '0 8px 8px 0',
    padding: '12px 20px',
    border: `2px solid ${INK}`,
    color: INK,
    textDecoration: 'none',
    fontWeight: 700,
  },
  quiet: { color: '#5f5a52', fontSize: '14px' },
  main: { background: '#e4341b', border: '2px solid #e4341b', color: '#ffffff' },
  signature: {
    margin: '32px 0 0',
    paddingTop: '16px',
    borderTop: `1px solid ${INK}`,
    fontSize: '14px',
    color: '#5f5a52',
  },
} as const;

/** Both versions of a mail. */
export function renderMail(body: MailBody): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  return { subject: body.subject, text: mailText(body), html: mailHtml(body) };
}

/** The mail as HTML; it loads nothing over the network, so there are no tracking pixels. */
function mailHtml({ subject, title, blocks }: MailBody): string {
  const page = h(
    'html',
    { lang: 'fr-CH' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, subject),
    ),
    h(
      'body',
      { style: STYLES.body },
      h(
        'div',
        { style: STYLES.sheet },
        h('h1', { style: STYLES.title }, title),
        ...blocks.map(elementOf),
        h('p', { style: STYLES.signature }, mails.signature.flatMap(onOwnLine)),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function onOwnLine(line: string, index: number) {
  return index === 0 ? [line] : [h('br', { key: line }), line];
}

function elementOf(block: MailBlock): ReactElement {
  if (typeof block === 'string') return h('p', { style: STYLES.text }, block);
  if ('heading' in block) return h('h2', { style: STYLES.heading }, block.heading);
  if ('list' in block) {
    const items = block.list.map((item) => h('li', { key: item }, item));
    return h('ul', { style: STYLES.list }, items);
  }
  if ('facts' in block) {
    const rows = block.facts.map(([label, value]) => {
      const name = h('th', { scope: 'row', style: STYLES.label }, label);
      return h('tr', { key: label }, name, h('td', { style: STYLES.value }, value));
    });
    return h('table', { role: 'presentation', style: STYLES.facts }, h('tbody', null, rows));
  }
  const links = block.links.map(({ label, href }, index) => {
    if (block.quiet) return h('a', { key: href, href, style: STYLES.quiet }, label);
    const style = block.main && index === 0 ? { ...STYLES.link, ...STYLES.main } : STYLES.link;
    return h('a', { key: href, href, style }, label);
  });
  return h('p', { style: STYLES.text }, links);
}
