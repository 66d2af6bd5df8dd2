import { morph } from './morph.ts';

/** What keeps the page up to date: its `<main>`, which the server renders. */
export function live(): HTMLElement | null {
  return document.querySelector('[data-live]');
}

/**
 * Shows the page that the server sent in the place of this one.
 * @param keepsNotice whether what was done last is still to be seen
 */
export async function show(response: Response, keepsNotice: boolean): Promise<void> {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [here, there] = [live(), page.querySelector('main')];
  if (here === null || there === null) return;
  const notice = here.querySelector('.desk-notice');
  if (keepsNotice && notice !== null)
    there.querySelector('.desk-notice')?.replaceWith(notice.cloneNode(true));
  morph(here, there);
  document.title = page.title;
}
