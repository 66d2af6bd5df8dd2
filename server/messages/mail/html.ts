import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailBlock, MailBody } from './body.ts';

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
  label: {
    padding: '2px 16px 2px 0',
    textAlign: 'left',
    verticalAlign: 'top',
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
  main: { background: '#e4341b', border: '2px solid #e4341b', color: '#ffffff' },
  signature: {
    margin: '32px 0 0',
    paddingTop: '16px',
    borderTop: `1px solid ${INK}`,
    fontSize: '14px',
    color: '#5f5a52',
  },
} as const;

/** The mail as HTML; it loads nothing over the network, so there are no tracking pixels. */
export function mailHtml({ subject, blocks }: MailBody): string {
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
    h('body', { style: STYLES.body }, h('div', { style: STYLES.sheet }, ...blocks.map(elementOf))),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function elementOf(block: MailBlock): ReactElement {
  switch (block.type) {
    case 'title':
      return h('h1', { style: STYLES.title }, block.text);
    case 'heading':
      return h('h2', { style: STYLES.heading }, block.text);
    case 'text':
      return h('p', { style: STYLES.text }, block.text);
    case 'list':
      return h(
        'ul',
        { style: STYLES.list },
        block.items.map((item) => h('li', { key: item }, item)),
      );
    case 'facts':
      return h(
        'table',
        { role: 'presentation', style: { margin: '0 0 24px', borderCollapse: 'collapse' } },
        h(
          'tbody',
          null,
          block.facts.map(([label, value]) =>
            h(
              'tr',
              { key: label },
              h('th', { scope: 'row', style: STYLES.label }, label),
              h('td', { style: STYLES.value }, value),
            ),
          ),
        ),
      );
    case 'links':
      return h(
        'p',
        { style: STYLES.text },
        block.links.map(({ label, href }, index) => {
          const style = block.main && index === 0 ? { ...STYLES.link, ...STYLES.main } : STYLES.link;
          return h('a', { key: href, href, style }, label);
        }),
      );
    case 'signature':
      return h(
        'p',
        { style: STYLES.signature },
        block.lines.flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: line }), line])),
      );
  }
}
