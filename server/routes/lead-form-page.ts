import { createHash } from 'node:crypto';
import type { FieldError } from '#domain/errors.ts';
import type { TypedForm } from '../leads/form-lead.ts';

const STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#f5f2ec;color:#14120f;font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,8vw,6rem) 1.25rem}
h1{font-size:clamp(2rem,7vw,3.25rem);line-height:1.05;letter-spacing:-.02em;margin:0 0 1rem}
.rule{width:4rem;height:.5rem;background:#e4341b;margin-bottom:2rem}
ul{margin:0 0 1.5rem;padding-left:1.25rem}
label{display:block;margin-top:1.25rem;font-weight:600}
input{width:100%;margin-top:.35rem;padding:.8rem;border:2px solid #14120f;border-radius:0;background:#fff;color:inherit;font:inherit}
button{width:100%;margin-top:1.75rem;padding:1rem;border:2px solid #14120f;border-radius:0;background:#14120f;color:#f5f2ec;font:inherit;font-weight:700;cursor:pointer}
:focus-visible{outline:3px solid #e4341b;outline-offset:3px}
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
  const faults = errors.map(({ message }) => `<li>${escapeHtml(message)}</li>`).join('');
  return `<!doctype html>
<html lang="fr-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Votre demande n’est pas encore partie</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="rule"></div>
<h1>Votre demande n’est pas encore partie</h1>
<p role="alert">${escapeHtml(detail)}</p>
${faults && `<ul>${faults}</ul>`}
<form method="post" action="/api/leads">
<label for="name">Nom</label>
<input id="name" name="name" autocomplete="name" required maxlength="200" value="${escapeHtml(typed.name)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${escapeHtml(typed.email)}">
<button type="submit">Envoyer à nouveau</button>
</form>
<p><a href="/sales">Retour à la page de l’offre</a></p>
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
