import { FALLBACK_AFTER_MS, nextPaint } from '../../browser/later.ts';
import type { Sending } from '../../lead/form-state.ts';
import { addPageFields, createSending } from '../../lead/sending.ts';
import { all, FAILED, ISLAND, KEPT, LEAD_FORM, type Name, OFFLINE, SENDING } from '../../markup.ts';

interface Shown {
  readonly sending: Sending;
  /** Puts the form back as it was built, and shows nothing any more. */
  readonly putBack: () => void;
}

/** What is done for each form, by its island. */
const forms = new Map<Element | null, Shown>();
const islandOf = (form: Element) => form.closest(`[${ISLAND}]`);

/**
 * Sends the lead forms while React has not come: a form whose submit nobody else takes is sent by the page itself,
 * which says so and lets nobody press twice. What the server finds wrong is React's to show; where that does not
 * come, the form is posted as without JavaScript, and the server's page shows it.
 */
export function sendFormsBeforeReact(): void {
  addPageFields();
  for (const form of all<HTMLFormElement>(LEAD_FORM)) show(form, createSending());
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const shown = forms.get(islandOf(form));
    if (!shown || event.defaultPrevented) return;
    event.preventDefault();
    shown.sending.send(form).catch(() => form.submit());
  });
}

/** Hands the form in `island` over to React, with whatever is under way. */
export function handOverForm(island: HTMLElement): { sending: Sending | undefined } {
  const shown = forms.get(island);
  shown?.putBack();
  return { sending: shown?.sending };
}

/** Takes the form in `island` back from React, which has failed. */
export function takeFormBack(island: HTMLElement): void {
  const [form] = all<HTMLFormElement>(LEAD_FORM, island);
  const shown = forms.get(island);
  if (form && shown) show(form, shown.sending);
}

/** Shows in `form` what `sending` is doing, for as long as React does not. */
function show(form: HTMLFormElement, sending: Sending): void {
  const button = form.querySelector('button') as HTMLButtonElement;
  const label = form.querySelector('button span') as HTMLElement;
  const alert = form.querySelector('[role=alert]') as HTMLElement;
  let late: ReturnType<typeof setTimeout> | undefined;
  const ready = label.textContent;

  /** @param problem the name of the attribute that has the words */
  const say = (isBusy: boolean, problem?: Name | false) => {
    button.disabled = isBusy;
    if (isBusy) form.setAttribute('aria-busy', 'true');
    else form.removeAttribute('aria-busy');
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
  forms.set(islandOf(form), {
    sending,
    putBack: () => {
      stop();
      clearTimeout(late);
      say(false);
    },
  });
  form.addEventListener('focusin', () => void nextPaint().then(() => prepare(form)), { once: true });
}

/** What is worth while once somebody fills the form in. Nobody waits for it: it is sent without a proof too. */
function prepare(form: HTMLFormElement): void {
  import('../../lead/prepare.ts').then((file) => file.prepareLead(form)).catch(() => undefined);
}
