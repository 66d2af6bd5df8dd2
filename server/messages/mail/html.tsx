import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { mails } from '#content/mails.ts';
import { type MailBlock, type MailBody, mailText, unbrokenBody } from './body.ts';
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
    textWrap: 'balance',
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
  quiet: { marginRight: '16px', color: '#5f5a52', fontSize: '14px' },
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
export function renderMail(written: MailBody): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const body = unbrokenBody(written);
  return { subject: body.subject, text: mailText(body), html: mailHtml(body) };
}

/** The mail as HTML. It refers to no file on a server: no picture, no font, no tracking pixel. */
function mailHtml(body: MailBody): string {
  return `<!doctype html>${renderToStaticMarkup(<Mail {...body} />)}`;
}

function Mail({ subject, title, blocks }: MailBody) {
  return (
    <html lang="fr-CH">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={STYLES.body}>
        <div style={STYLES.sheet}>
          <h1 style={STYLES.title}>{title}</h1>
          {blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
          <p style={STYLES.signature}>
            {mails.signature.map((line, index) => (
              <Fragment key={line}>
                {index > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        </div>
      </body>
    </html>
  );
}

function Block({ block }: { readonly block: MailBlock }) {
  if (typeof block === 'string') return <p style={STYLES.text}>{block}</p>;
  if ('heading' in block) return <h2 style={STYLES.heading}>{block.heading}</h2>;
  if ('list' in block)
    return (
      <ul style={STYLES.list}>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  if ('facts' in block)
    return (
      <table role="presentation" style={STYLES.facts}>
        <tbody>
          {block.facts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row" style={STYLES.label}>
                {label}
              </th>
              <td style={STYLES.value}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  const { links, main = false, quiet = false } = block;
  const button = (index: number) => (main && index === 0 ? { ...STYLES.link, ...STYLES.main } : STYLES.link);
  return (
    <p style={STYLES.text}>
      {links.map(({ label, href }, index) => (
        <a key={href} href={href} style={quiet ? STYLES.quiet : button(index)}>
          {label}
        </a>
      ))}
    </p>
  );
}
