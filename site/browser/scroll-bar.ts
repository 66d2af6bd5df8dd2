import { SCROLL_BAR } from '../markup.ts';

/**
 * Notes on the page, before a window opens over it, whether a scroll bar takes room beside it: `data-scroll-bar` has
 * that room kept (Dialog.module.css), so that nothing moves when the bar goes. Bars that lie over the page take none.
 */
export function keepRoomOfScrollBar(): void {
  const root = document.documentElement;
  const note = () => root.toggleAttribute(SCROLL_BAR, innerWidth > root.clientWidth);
  // Of a dialog; it does not bubble.
  document.addEventListener('beforetoggle', note, { capture: true });
}
