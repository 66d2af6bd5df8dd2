import { launchWithoutWebgl } from '../chromium.ts';
import type { Walker } from '../walker.ts';

export async function chromiumWalker(siteUrl: string): Promise<Walker> {
  const browser = await launchWithoutWebgl();
  const page = await browser.newPage({ baseURL: siteUrl });
  return {
    engine: 'Chromium',
    open: async (path) => void (await page.goto(path)),
    click: (css) => page.locator(css).first().click(),
    type: (css, text) => page.locator(css).first().fill(text),
    press: (key) => page.keyboard.press(key),
    back: async () => void (await page.goBack()),
    look: (expression) => page.evaluate(`(${expression})`),
    close: () => browser.close(),
  };
}
