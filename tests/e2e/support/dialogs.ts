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
  await page.keyboard.press('Escape');
  await page.waitForFunction((hash) => {
    return location.hash === '' && document.getElementById(hash)?.checkVisibility() === false;
  }, id);
}
