import { createHash } from 'node:crypto';
import { sales } from '#content/pages/sales.ts';
import type { FieldError } from '#domain/errors.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import type { TypedForm } from '../leads/form-lead.ts';

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

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Nothing but its own style and its own form: what was typed is shown again, so nothing else may run. */
export const FORM_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${styleHash}'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface FormPage {
  /** What happened, one sentence. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Kept in the fields, to be sent again. */
  readonly typed: TypedForm;
}

/** The page a visitor without JavaScript gets when the form could not be taken: what is wrong, and the form again. */
export function leadFormPage({ detail, errors = [], typed }: FormPage): string {
  const field = (name: keyof TypedForm, label: string, attributes: string): string => {
    const fault = errors.find((error) => error.field === name);
    const described = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : '';
    const value = escapeHtml(typed[name]);
    return `<label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" autocomplete="${name}" required ${attributes}${described} value="${value}">
${fault ? `<p class="fault" id="${name}-fault">${escapeHtml(fault.message)}</p>` : ''}`;
  };
  return smallPage(
    'Votre demande n’est pas encore partie',
    `<p role="alert">${escapeHtml(detail)}</p>
<form method="post" action="/api/leads">
${field('name', sales.form.name, `maxlength="${LEAD_LIMITS.name.max}"`)}
${field('email', sales.form.email, `type="email" maxlength="${LEAD_LIMITS.email.max}"`)}
<button>Envoyer à nouveau</button>
</form>
<p><a href="/sales">Retour à l’offre</a></p>`,
  );
}

/**
 * A page of the server's own, in the agency's look.
 * @param content HTML under the title
 */
export function smallPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="fr-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

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
