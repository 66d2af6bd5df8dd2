/**
 * Of the funnel's progress: what the visitor has done. Empty as built, which is true for whoever opens a step directly;
 * `STEPS_ASKED` for whoever has asked for the audit, as the server or the page's script knows it.
 */
export const STEPS = 'data-steps';
export const STEPS_ASKED = 'asked';

/** A page, as built, for somebody who has asked for the audit. */
export function withAuditAsked(html: string): string {
  return html.replace(`${STEPS}=""`, `${STEPS}="${STEPS_ASKED}"`);
}
