import { audit } from '#content/pages/audit.ts';
import { escapeHtml } from '../html.ts';

/** What was typed into the form, kept to be sent again. */
export interface TypedAudit {
  readonly url: string;
  /** The signed reference to the lead. */
  readonly lead: string;
}

const words = audit.form;

/**
 * The form that asks for an audit, as HTML.
 * @param fault what is wrong with the address, French
 */
export function addressForm({ url, lead }: TypedAudit, fault?: string): string {
  const described = fault === undefined ? 'url-hint' : 'url-fault url-hint';
  return `<form method="post" action="/api/audits">
<div class="field"><label for="url">${words.label}</label>
<input id="url" name="url" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" required aria-describedby="${described}"${fault === undefined ? '' : ' aria-invalid="true"'} value="${escapeHtml(url)}">
${fault === undefined ? '' : `<p class="fault" id="url-fault">${escapeHtml(fault)}</p>`}
<p class="hint" id="url-hint">${words.hint}</p></div>
${lead === '' ? '' : `<input type="hidden" name="lead" value="${escapeHtml(lead)}">`}
<button>${words.submit}</button>
</form>`;
}
