import { agency } from '#content/business.ts';
import { sales } from '#content/pages/sales.ts';

/** How to reach the support that the error messages speak of. */
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

/** A heading of plain text. */
export function heading(text: string): string {
  return `<h1>${escapeHtml(text)}</h1>`;
}

/** A paragraph of plain text that a screen reader says at once. */
export function alert(text: string): string {
  return `<p role="alert">${escapeHtml(text)}</p>`;
}

/** A paragraph of plain text. */
export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
