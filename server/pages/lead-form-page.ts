import { sales } from '#content/pages/sales.ts';
import type { FieldError } from '#domain/errors.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import type { TypedForm } from '../leads/form-lead.ts';
import { escapeHtml, plainPage, SUPPORT } from './plain-page.ts';

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
  return plainPage(
    'Votre demande n’est pas encore partie',
    `<p role="alert">${escapeHtml(detail)}</p>
<form method="post" action="/api/leads">
${field('name', sales.form.name, `maxlength="${LEAD_LIMITS.name.max}"`)}
${field('email', sales.form.email, `type="email" maxlength="${LEAD_LIMITS.email.max}"`)}
<button>Envoyer à nouveau</button>
</form>
${SUPPORT}
<p><a href="/sales">Retour à l’offre</a></p>`,
  );
}
