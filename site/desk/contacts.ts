import { show } from './page.ts';

const PAUSE_MS = 150;

/** Searches while it is typed; the newest question alone is answered. */
export function searchAsTyped(): void {
  let asked: AbortController | undefined;
  let pause = 0;
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>('[data-search]') : null;
    if (form === null) return;
    clearTimeout(pause);
    pause = window.setTimeout(async () => {
      asked?.abort();
      asked = new AbortController();
      const fields = [...new FormData(form)].filter(([, value]) => value !== '');
      const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
      const address = `/contacts?${query}`;
      try {
        const response = await fetch(address, { headers: { accept: 'text/html' }, signal: asked.signal });
        if (!response.ok) return;
        await show(response, true);
        history.replaceState(null, '', address);
      } catch {
        // A newer question is on its way, or the button asks again.
      }
    }, PAUSE_MS);
  });
}

/** j and k go to the next and the previous contact, as long as nothing is being typed. */
export function turnByKeys(): void {
  document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (altKey || ctrlKey || metaKey) return;
    if (target instanceof Element && target.closest('input, select, textarea')) return;
    const rel = { j: 'next', k: 'prev' }[key];
    if (rel === undefined) return;
    const link = document.querySelector<HTMLAnchorElement>(`.desk-turn a[rel=${rel}]`);
    (link ?? document.querySelector<HTMLAnchorElement>('.desk-list li a'))?.click();
  });
}
