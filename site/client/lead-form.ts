import { standIn } from './form-stand-in.ts';
import { painted } from './later.ts';

/**
 * Takes over the lead forms `[data-lead-form]`: says at once that it is sending, lets nobody send twice, and shows
 * what went wrong without losing what was typed. What it takes to send comes when somebody begins to fill one in.
 */
export function takeOverForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-lead-form]')) takeOver(form);
}

function takeOver(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  const label = button?.querySelector('span');
  const problem = form.querySelector('[role=alert]');
  if (!button || !label || !problem) return;
  const ready = label.textContent;

  const show = (sending: boolean) => {
    button.disabled = sending;
    form.ariaBusy = String(sending);
    label.textContent = sending ? (form.dataset.sending ?? '') : ready;
  };
  const send = async () => {
    show(true);
    problem.textContent = '';
    const done = await sendingCode().then(
      ({ submitForm }) => submitForm(form),
      () => standIn(form),
    );
    if (done.kind === 'sent' || done.kind === 'kept') return;
    show(false);
    problem.textContent =
      done.kind === 'invalid'
        ? done.errors.map(({ message }) => message).join(' ')
        : (form.dataset.failed ?? '');
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void send();
  });
  form.addEventListener('focusin', () => void painted().then(() => begin(form)), { once: true });
  // A page that comes back from the back/forward cache would still be sending.
  addEventListener('pageshow', ({ persisted }) => persisted && show(false));
}

const sendingCode = () => import('./submit-form.ts');

/** Nobody waits for any of it: a form is sent without a proof too. */
function begin(form: HTMLFormElement): void {
  sendingCode().catch(() => undefined);
  import('./proof.ts').then(({ proveWork }) => proveWork(form)).catch(() => undefined);
}
