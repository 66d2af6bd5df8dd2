import { sales } from '#content/pages/sales.ts';
import type { FieldError } from '#domain/errors.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import type { TypedForm } from '../leads/form-lead.ts';
import { alert, heading, SUPPORT } from './html.ts';
import type { OwnPage } from './template.ts';
import { textField } from './text-field.ts';

export interface FormPage {
  /** What happened, one sentence. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Kept in the fields, to be sent again. */
  readonly typed: TypedForm;
}

const TITLE = 'Votre demande n’est pas encore partie';

/** The page a visitor without JavaScript gets when the form could not be taken: what is wrong, and the form again. */
export function leadFormPage({ detail, errors = [], typed }: FormPage): OwnPage {
  const field = (name: keyof TypedForm, label: string, attributes: string): string =>
    textField({
      name,
      label,
      value: typed[name],
      attributes: `autocomplete="${name}" ${attributes}`,
      errors,
    });
  return {
    title: TITLE,
    main: `${heading(TITLE)}
${alert(detail)}
<form method="post" action="/api/leads">
${field('name', sales.form.name, `maxlength="${LEAD_LIMITS.name.max}"`)}
${field('email', sales.form.email, `type="email" maxlength="${LEAD_LIMITS.email.max}"`)}
<button>Envoyer à nouveau</button>
</form>
${SUPPORT}
<p><a href="/sales">Retour à l’offre</a></p>`,
  };
}
