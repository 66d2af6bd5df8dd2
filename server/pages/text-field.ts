import type { FieldError } from '#domain/errors.ts';
import { escapeHtml } from './html.ts';

/** A field of a form that the server makes, with what was typed and what is wrong with it. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Further attributes, as HTML. */
  readonly attributes: string;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
}

/** As HTML; whoever cannot see the field is told its fault and its hint with it. The first that is at fault has the focus. */
export function textField({ name, label, value, attributes, hint, errors }: TextField): string {
  const fault = errors.find((error) => error.field === name);
  const notes = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const described = notes === '' ? '' : ` aria-describedby="${notes}"`;
  return `<div class="field"><label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" required ${attributes}${fault ? ' aria-invalid="true"' : ''}${fault && fault === errors[0] ? ' autofocus' : ''}${described} value="${escapeHtml(value)}">
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
${fault ? `<p class="fault" id="${name}-fault">${escapeHtml(fault.message)}</p>` : ''}</div>`;
}
