import type { Page } from 'playwright-core';
import { settled } from './chromium.ts';

/** The addresses (without `#`) of a page's dialogs. */
export function dialogIds(page: Page): Promise<string[]> {
  return page.$$eval('dialog[id]', (dialogs) => dialogs.map((dialog) => dialog.id));
}

/** Opens a dialog by its address, as a shared link does. */
export async function openDialog(page: Page, id: string): Promise<void> {
  await page.evaluate((hash) => location.assign(`#${hash}`), id);
  await page.waitForFunction((hash) => document.getElementById(hash)?.matches(':modal'), id);
  await settled(page);
}

/** Closes it with Escape and waits until nothing of it is left on the page, nor in the address. */
export async function closeDialog(page: Page, id: string): Promise<void> {
  // A key pressed inside a foreign frame is that frame's: no page can hear it.
  // The focus leaves such a frame in its own time, so it is asked for until it stays.
  await page.waitForFunction(
    (hash) => {
      const cross = document.querySelector<HTMLElement>(`#${hash} [data-close]`);
      const framed = document.querySelector(`#${hash} iframe`) !== null;
      const stays = !framed || (document.hasFocus() && document.activeElement === cross);
      if (!stays) cross?.focus();
      return stays;
    },
    id,
    { polling: 300 },
  );
  await page.keyboard.press('Escape');
  await page.waitForFunction((hash) => {
    return location.hash === '' && document.getElementById(hash)?.checkVisibility() === false;
  }, id);
}
