import { CLOSE, DIALOGS, SCROLL_BAR } from '../markup.ts';
import { nextPaint } from './later.ts';
import { isPlainClick } from './plain-click.ts';

/**
 * Opens `<dialog id>` for links to `#id`, so that every dialog has an address: it can be shared, the back
 * button closes it, and without JavaScript `:target` shows it in the page. Escape, the backdrop and
 * `[data-close]` close it; the platform moves the focus in, keeps it in and hands it back.
 */
export function openDialogsByAddress(): void {
  // Firefox below 98 has none: there `:target` shows them.
  if (!window.HTMLDialogElement) return;
  // `:target` goes on matching after the address has lost its fragment: from here on it shows nothing.
  document.documentElement.toggleAttribute(DIALOGS, true);
  keepRoomOfScrollBar();
  let pressed: EventTarget | null;
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = target;
  });
  // On the document: an island may be made anew, and its dialog with it.
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const opened = target.closest('dialog');
    // Whoever selects text beyond the edge lets go over the backdrop, which was not pressed.
    if (opened && (target === opened ? pressed === opened : target.closest(`[${CLOSE}]`))) {
      event.preventDefault();
      opened.close();
      return;
    }
    const link = target.closest<HTMLAnchorElement>('a[href^="#"]');
    const dialog = link && dialogAt(link.hash);
    if (!dialog || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    openDialog(dialog);
  });
  document.addEventListener(OPEN_DIALOG, ({ target }) => openDialog(target as HTMLDialogElement));
  // It does not bubble.
  document.addEventListener('close', afterClose, true);
  addEventListener('popstate', followAddress);
  // When it has parsed a page whose URL has a fragment, the browser focuses the element of that id if it can: an open
  // dialog, but not a closed one. Opened before that, the dialog itself would take the focus from its first field.
  void nextPaint().then(followAddress);
}

/** Bubbles from a dialog that is to be opened and given its address: an island has this module in no other way. */
export const OPEN_DIALOG = 'dialog:open';

/** What had the focus when a dialog opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();

/** Opens a dialog and gives it its address. */
function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  openers.set(dialog, document.activeElement);
  history.pushState({ dialog: true }, '', `#${dialog.id}`);
  dialog.showModal();
}

function afterClose({ target }: Event): void {
  if (!(target instanceof HTMLDialogElement)) return;
  // The platform hands the focus back, but not out of a foreign frame that held it.
  const opener = openers.get(target);
  if (opener instanceof HTMLElement && document.activeElement !== opener) opener.focus();
  if (location.hash !== `#${target.id}`) return;
  if (Object(history.state).dialog) history.back();
  else history.replaceState(null, '', location.pathname + location.search);
}

function followAddress(): void {
  const wanted = dialogAt(location.hash);
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]'))
    if (open !== wanted) open.close();
  if (wanted && !wanted.open) wanted.showModal();
}

function dialogAt(hash: string): HTMLDialogElement | undefined {
  const found = document.getElementById(hash.slice(1));
  return found instanceof HTMLDialogElement ? found : undefined;
}

/**
 * Notes on the page, before a window opens over it, whether a scroll bar takes room beside it: `data-scroll-bar` has
 * that room kept (Dialog.module.css), so that nothing moves when the bar goes. Bars that lie over the page take none.
 */
function keepRoomOfScrollBar(): void {
  const root = document.documentElement;
  const note = () => root.toggleAttribute(SCROLL_BAR, innerWidth > root.clientWidth);
  // Of a dialog; it does not bubble.
  document.addEventListener('beforetoggle', note, { capture: true });
}
