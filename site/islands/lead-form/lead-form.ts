import type { FieldError } from '#domain/errors.ts';
import { onceStanding, painted } from '../../browser/later.ts';
import { lastLeadNews, onLeadNews } from '../../lead/last-lead.ts';
import { nextStep } from '../../lead/next-step.ts';
import { sendKeptLeads } from '../../lead/send-again.ts';
import { submitForm } from '../../lead/submit-form.ts';

/** A visitor who is still here by then is not on the way any more, or has nothing to lose by sending again. */
const STAYED_MS = 4_000;

/**
 * Takes over the lead forms `[data-lead-form]`: says at once that it is sending, lets nobody send twice, and shows
 * what went wrong beside what it is about, without losing what was typed. All that it takes is in the page.
 */
export function takeOverForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-lead-form]')) takeOver(form);
}

function takeOver(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  const label = button?.querySelector('span');
  if (!button || !label) return;
  const ready = label.textContent;

  const show = (sending: boolean) => {
    // A button that is disabled drops the focus.
    if (sending && document.activeElement === button) form.focus({ preventScroll: true });
    button.disabled = sending;
    form.ariaBusy = String(sending);
    label.textContent = sending ? (form.dataset.sending ?? '') : ready;
  };
  const send = async () => {
    sayFaults(form, []);
    show(true);
    const outcome = await submitForm(form);
    if (outcome.kind === 'sent' || outcome.kind === 'kept') {
      setTimeout(() => {
        show(false);
        sayWhatBecame();
        sendKeptLeads();
      }, STAYED_MS);
      return;
    }
    show(false);
    const faults =
      outcome.kind === 'invalid' ? outcome.errors : [{ field: '', message: form.dataset.failed ?? '' }];
    (sayFaults(form, faults) ?? button).focus();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void send();
  });
  form.addEventListener('focusin', () => void painted().then(() => proveWork(form)), { once: true });
  // A page that comes back from the back/forward cache would still be sending.
  addEventListener('pageshow', ({ persisted }) => persisted && show(false));
}

/** Says each fault under its field, the others under the button; returns the first field that has one. */
function sayFaults(form: HTMLFormElement, faults: readonly FieldError[]): HTMLElement | undefined {
  const alert = form.querySelector('[role=alert]');
  for (const place of form.querySelectorAll('[data-fault], [role=alert]')) place.textContent = '';
  for (const input of form.querySelectorAll('input')) input.ariaInvalid = null;
  let first: HTMLElement | undefined;
  for (const { field, message } of faults) {
    const input = form.elements.namedItem(field) as HTMLElement | null;
    const place = document.getElementById(`${input?.id}-fault`);
    const where = place ?? alert;
    where?.append(where.textContent && ' ', message);
    if (!place || !input) continue;
    input.ariaInvalid = 'true';
    first ??= input;
  }
  return first;
}

/** Nobody waits for it: a form is sent without a proof too. */
function proveWork(form: HTMLFormElement): void {
  import('../../lead/proof.ts').then(({ proveWork }) => proveWork(form)).catch(() => undefined);
}

/**
 * Says to somebody who has sent a lead in this tab and is on this page (a reload in the middle, the way back, a next
 * page that did not come) what became of it, and how to go on. Not at the first touch: what appears above it would
 * move what is being touched, where browsers do not hold the place (Safari).
 */
export function tellReturningVisitors(): void {
  onceStanding(sayWhatBecame);
}

function sayWhatBecame(): void {
  const news = lastLeadNews();
  if (!news) return;
  onLeadNews(sayWhatBecame);
  for (const place of document.querySelectorAll<HTMLElement>('[data-lead-news]')) {
    const [words, link] = place.children;
    if (words) words.textContent = place.dataset[news.state] ?? '';
    if (link instanceof HTMLAnchorElement) {
      link.href = nextStep(news.name, news.email);
      link.hidden = news.state === 'refused';
    }
    place.hidden = false;
  }
}
