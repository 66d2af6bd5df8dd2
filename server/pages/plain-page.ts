import { createHash } from 'node:crypto';
import { agency } from '#content/business.ts';
import { sales } from '#content/pages/sales.ts';

/** The agency's paper, ink and one red, for the one action. */
const STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#f5f2ec;color:#14120f;font:1.0625rem/1.5 "Helvetica Neue",Helvetica,Arial,sans-serif}
main{max-width:90rem;margin:0 auto;padding:clamp(2rem,6vw,5rem) clamp(1.25rem,2.8vw,2.5rem)}
h1{max-width:12em;font-size:clamp(2.5rem,7vw,5.5rem);line-height:.98;letter-spacing:-.035em;text-wrap:balance;overflow-wrap:anywhere;margin:0 0 clamp(1.5rem,4vw,3rem);padding-top:1.25rem;border-top:2px solid #14120f}
main>p,form{max-width:38rem}
[role=alert]{font-size:1.1875rem;margin:0}
label{display:block;margin-top:1.5rem;font-size:.875rem;font-weight:600}
input{width:100%;height:3.5rem;margin-top:.25rem;padding:0 1rem;border:2px solid #14120f;border-radius:0;background:#fff;color:inherit;font:inherit;font-size:1.125rem}
.fault{margin:.5rem 0 0;padding-left:1rem;border-left:3px solid #14120f;font-weight:600}
button{width:100%;min-height:4rem;margin:2rem 0 1rem;padding:0 1.5rem;border:0;border-radius:0;background:#e4341b;color:#fff;font:inherit;font-size:1.1875rem;font-weight:700;text-align:left;cursor:pointer}
button:hover{background:#c62a13}
.other{margin:0 0 1rem;border:2px solid #14120f;background:none;color:inherit}
.other:hover{background:#14120f;color:#f5f2ec}
:focus-visible{outline:3px solid #14120f;outline-offset:3px}
a{color:inherit}`;

/** Nothing but its own style and its own form: what was typed may be shown again, so nothing else may run. */
export const PLAIN_PAGE_POLICY = ownPagePolicy(STYLE);

/**
 * A page that the server writes by itself, for a person who meets an error or follows a link of a mail: it needs no
 * file of the site.
 * @param title plain text, the heading as well
 * @param inside HTML
 */
export function plainPage(title: string, inside: string): string {
  return ownPage(STYLE, title, `<h1>${escapeHtml(title)}</h1>\n${inside}`);
}

/** The content policy of a page of the server's own: its one style, by its hash, and forms to this site. */
export function ownPagePolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return (
    `default-src 'none'; style-src 'sha256-${hash}'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  );
}

/**
 * The document around a page of the server's own.
 * @param title plain text
 * @param main HTML
 */
export function ownPage(style: string, title: string, main: string): string {
  return `<!doctype html>
<html lang="fr-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** The way to whom the error messages name. */
export const SUPPORT = `<p>${sales.form.support.lead} <a href="mailto:${agency.email}">${agency.email}</a></p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for an element and for a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
