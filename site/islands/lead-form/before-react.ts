import { FALLBACK_AFTER_MS, nextPaint } from '../../browser/later.ts';
import type { Sending } from '../../lead/form-state.ts';
import { createSending } from '../../lead/sending.ts';
import { all, FAILED, ISLAND, KEPT, LEAD_FORM, type Name, OFFLINE, SENDING } from '../../markup.ts';

/** What hands each form over, by its island. */
const forms = new Map<Element | null, () => { sending: Sending }>();

/**
 * Sends the lead forms while React has not come: a form whose submit nobody else takes is sent by the page itself,
 * which says so and lets nobody press twice. What the server finds wrong is React's to show; where that does not
 * come, the form is posted as without JavaScript, and the server's page shows it.
 */
export function sendFormsBeforeReact(): void {
  for (const form of all<HTMLFormElement>(LEAD_FORM)) {
    const sending = createSending();
    const putBack = show(form, sending);
    forms.set(form.closest(`[${ISLAND}]`), () => {
      putBack();
      return { sending };
    });
    form.addEventListener('focusin', () => void nextPaint().then(() => prepare(form)), { once: true });
    document.addEventListener('submit', (event) => {
      if (event.target !== form || event.defaultPrevented) return;
      event.preventDefault();
      void sending.send(form);
    });
  }
}

/** Hands the form in `island` over to React, with whatever is under way. */
export function handOverForm(island: HTMLElement): { sending?: Sending } {
  return forms.get(island)?.() ?? {};
}

/** Shows what `sending` is doing; returns what puts the form back as it was built and shows nothing any more. */
function show(form: HTMLFormElement, sending: Sending): () => void {
  const button = form.querySelector('button');
  const label = form.querySelector('button span');
  const alert = form.querySelector('[role=alert]');
  let late: ReturnType<typeof setTimeout> | undefined;
  if (!button || !label || !alert) throw new Error(LEAD_FORM);
  const ready = label.textContent;

  /** @param problem the name of the attribute that has the words */
  const say = (isBusy: boolean, problem?: Name | false) => {
    button.disabled = isBusy;
    form.ariaBusy = isBusy ? 'true' : null;
    label.textContent = isBusy ? form.getAttribute(SENDING) : ready;
    alert.textContent = problem ? form.getAttribute(problem) : '';
  };
  const giveUp = () => {
    if (sending.state().kind === 'invalid') return form.submit();
    say(false, FAILED);
    button.focus();
  };
  const stop = sending.subscribe(() => {
    const { kind } = sending.state();
    const isKept = kind === 'kept';
    say(kind !== 'ready' && !isKept, isKept && (navigator.onLine ? KEPT : OFFLINE));
    clearTimeout(late);
    if (kind === 'invalid' || kind === 'failed') late = setTimeout(giveUp, FALLBACK_AFTER_MS);
  });
  return () => {
    stop();
    clearTimeout(late);
    say(false);
  };
}

/** What is worth while once somebody fills the form in. Nobody waits for it: it is sent without a proof too. */
function prepare(form: HTMLFormElement): void {
  import('../../lead/prepare.ts').then((file) => file.prepareLead(form)).catch(() => undefined);
}
