import { AHEAD, all, NEXT_STEP } from '../markup.ts';

/** The page after the form. */
export const NEXT_PAGE = '/introduction';

/** The address of the step after the form, with what it needs to prefill the booking. */
export function nextStep(name: string, email: string): string {
  return `${NEXT_PAGE}?${new URLSearchParams({ name: name.trim(), email: email.trim() })}`;
}

/**
 * Has the next step's page come, by the rules that wait for it in the page (site/layouts/pages-ahead.ts). Browsers
 * that save data leave it.
 */
export function fetchNextStepAhead(): void {
  for (const rules of all<HTMLTemplateElement>(AHEAD)) document.head.append(rules.content);
}

/** Gives up what was fetched ahead: when it hangs, a browser goes on waiting for it instead of asking anew. */
export function dropNextStep(): void {
  all(NEXT_STEP)[0]?.remove();
}
