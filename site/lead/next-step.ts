import { painted } from '../browser/later.ts';

/** Where a visitor goes who has said yes: the next step, with what it needs to prefill the booking. */
export function nextStep(name: string, email: string): string {
  return `/introduction?${new URLSearchParams({ name: name.trim(), email: email.trim() })}`;
}

/**
 * Has the next step's page come while a lead form is being filled in, by the rules that wait for it in the page
 * (`[data-ahead]`, site/layouts/pages-ahead.ts). Browsers that save data leave it.
 */
export function fetchNextStepAhead(): void {
  document.addEventListener('focusin', function ahead({ target }) {
    if (!(target instanceof Element && target.closest('[data-lead-form]'))) return;
    document.removeEventListener('focusin', ahead);
    const rules = document.querySelector<HTMLTemplateElement>('template[data-ahead]');
    if (rules) void painted().then(() => document.head.append(document.importNode(rules.content, true)));
  });
}

/** Gives up what was asked for ahead: a browser goes on waiting for it when it hangs, instead of asking anew. */
export function dropNextStep(): Promise<void> {
  document.head.querySelector('[data-next-step]')?.remove();
  return painted();
}
