import { show } from './page.ts';

const PAUSE_MS = 150;
/** What j and k go along: contacts of the list, or those who wait. */
const ROWS = '.desk-list li a, .desk-row h3 a';

/** Searches while it is typed; the newest question alone is answered. Enter goes to the first that was found. */
export function searchAsTyped(): void {
  let asked: AbortController | undefined;
  let pause = 0;
  const search = async (form: HTMLFormElement) => {
    clearTimeout(pause);
    asked?.abort();
    asked = new AbortController();
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
    const address = `${form.action}?${query}`;
    const response = await fetch(address, { headers: { accept: 'text/html' }, signal: asked.signal });
    if (!response.ok) throw new Error(`The search was answered ${response.status}`);
    await show(response, true);
    history.replaceState(null, '', address);
  };
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target);
    if (form === null) return;
    clearTimeout(pause);
    // A newer question is on its way, or the button asks again.
    pause = window.setTimeout(() => search(form).catch(() => {}), PAUSE_MS);
  });
  document.addEventListener('submit', (event) => {
    const form = formOf(event.target);
    if (form === null) return;
    event.preventDefault();
    search(form).then(
      () => document.querySelector<HTMLElement>('.desk-list li a')?.focus(),
      () => form.submit(),
    );
  });
}

function formOf(target: EventTarget | null): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>('[data-search]') : null;
}

/**
 * j and k go to the next and the previous contact, as long as nothing is being typed: beside the list at once, along a
 * list by the focus, where Enter opens it.
 */
export function turnByKeys(): void {
  document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (altKey || ctrlKey || metaKey || (key !== 'j' && key !== 'k')) return;
    if (target instanceof Element && target.closest('input, select, textarea')) return;
    if (document.querySelector('.desk-chosen')) {
      const rel = key === 'j' ? 'next' : 'prev';
      document.querySelector<HTMLAnchorElement>(`.desk-story .desk-turn a[rel=${rel}]`)?.click();
      return;
    }
    const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
    const here = target instanceof Element ? target.closest('li')?.querySelector<HTMLElement>(ROWS) : null;
    const at = here ? rows.indexOf(here) : -1;
    rows[Math.max(0, at + (key === 'j' ? 1 : -1))]?.focus();
  });
}
