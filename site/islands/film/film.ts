import { openDialog } from '../../browser/dialogs.ts';
import { painted } from '../../browser/later.ts';
import { isPlainClick } from '../../browser/plain-click.ts';

/**
 * Turns a poster `[data-film]` into its player, which waits in the `<template>` behind it, on click: our own file, or
 * YouTube without cookies. Nothing foreign is asked for before. With `data-opens` the film waits behind that dialog,
 * which says so (`data-by-film`), and starts when it closes.
 * Each touch is answered on the screen first: a player, and above all its buttons, is much for a browser to set up.
 */
export function playFilmsOnClick(): void {
  for (const poster of document.querySelectorAll<HTMLElement>('[data-film]')) {
    let clicked = false;
    poster.addEventListener('click', async (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (clicked) return;
      clicked = true;
      const dialog = document.querySelector<HTMLDialogElement>(`dialog[id="${poster.dataset.opens}"]`);
      dialog?.toggleAttribute('data-by-film', true);
      if (dialog) openDialog(dialog);
      await painted();
      const template = poster.nextElementSibling as HTMLTemplateElement;
      const player = document.importNode(template.content, true).firstElementChild as HTMLElement;
      poster.replaceWith(player);
      if (dialog?.open) {
        await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
        await painted();
      }
      dialog?.removeAttribute('data-by-film');
      start(player);
    });
  }
}

function start(player: HTMLElement): void {
  if (player instanceof HTMLIFrameElement) player.src += '&autoplay=1';
  if (player instanceof HTMLVideoElement) {
    // Shown whatever comes: a browser may refuse to play before it is asked once more (Safari).
    player.controls = true;
    player.play().catch(() => {});
  }
  player.focus();
}
