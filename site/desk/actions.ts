import { live, show } from './page.ts';

/** How long an action can be taken back. */
const UNDO_MS = 10_000;

/** Sends the forms of the page without leaving it; where that fails, the browser sends them itself. */
export function sendActions(): void {
  let forgetting = 0;
  document.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-act]') || form.dataset.act === 'sent')
      return;
    event.preventDefault();
    const row = rowOf(form);
    const fields = new FormData(form, submitter);
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    const action = (submitter as HTMLButtonElement | null)?.getAttribute('formaction') ?? form.action;
    form.inert = true;
    try {
      const response = await fetch(action, { method: 'POST', body, headers: { accept: 'text/html' } });
      await show(response, false);
    } catch {
      form.inert = false;
      form.dataset.act = 'sent';
      form.requestSubmit(submitter);
      return;
    }
    form.inert = false;
    if (document.activeElement === document.body) focusRow(row);
    clearTimeout(forgetting);
    forgetting = window.setTimeout(() => {
      for (const undo of document.querySelectorAll('[data-undo]')) undo.remove();
    }, UNDO_MS);
  });
  if (document.querySelector('[data-undo]')) {
    const { pathname } = location;
    history.replaceState(null, '', pathname);
    forgetting = window.setTimeout(() => document.querySelector('[data-undo]')?.remove(), UNDO_MS);
  }
}

function rowOf(form: HTMLFormElement): number {
  const row = form.closest('.desk-row');
  return row === null ? -1 : [...document.querySelectorAll('.desk-row')].indexOf(row);
}

/** The row that has come to the place of one that is gone, so that a keyboard goes on from there. */
function focusRow(index: number): void {
  const rows = document.querySelectorAll('.desk-row');
  const next = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('a, button');
  (next ?? live())?.focus({ preventScroll: next === undefined });
}
