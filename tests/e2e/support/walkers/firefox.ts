import puppeteer from 'puppeteer-core';
import { findFirefox } from '#scripts/browsers/installed-browsers.ts';
import type { Walker } from '../walker.ts';

/** Firefox over WebDriver BiDi. */
export async function firefoxWalker(siteUrl: string): Promise<Walker> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('no Firefox on this machine: run scripts/programs.ts');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return {
    engine: 'Firefox',
    open: async (path) => void (await page.goto(siteUrl + path)),
    click: (css) => page.locator(css).click(),
    type: (css, text) => page.locator(css).fill(text),
    press: (key) => page.keyboard.press(key),
    // Not page.goBack(): it waits for a document to load, and closing a dialog loads none.
    back: () => page.evaluate('history.back()') as Promise<void>,
    look: async <T>(expression: string) => (await page.evaluate(`(${expression})`)) as T,
    close: () => browser.close(),
  };
}
