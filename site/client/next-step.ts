/** Where a visitor goes who has said yes: the next step, with what it needs to prefill the booking. */
export function nextStep(name: string, email: string): string {
  return `/introduction?${new URLSearchParams({ name: name.trim(), email: email.trim() })}`;
}

/** Asks for the next step's page ahead; the service says that its query changes nothing (`No-Vary-Search`). */
export const NEXT_STEP_AHEAD = JSON.stringify({
  prefetch: [{ urls: ['/introduction'], eagerness: 'immediate', expects_no_vary_search: 'params' }],
});

/** Has the next step's page come while a lead form is being filled in; browsers that save data leave it. */
export function fetchNextStepAhead(): void {
  document.addEventListener('focusin', function ahead({ target }) {
    if (!(target instanceof Element && target.closest('[data-lead-form]'))) return;
    document.removeEventListener('focusin', ahead);
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.text = NEXT_STEP_AHEAD;
    document.head.append(rules);
  });
}
