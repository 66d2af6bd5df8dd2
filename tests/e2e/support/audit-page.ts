import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { axeViolations } from './axe.ts';
import { newPage, untilAlive } from './chromium.ts';
import type { Visit } from './driven-audits.ts';
import { startDrivenSite } from './driven-site.ts';
import { eventually } from './eventually.ts';
import { sidewaysScroll } from './layout.ts';
import { startStallingProxy } from './stalling-proxy.ts';

/** A browser before a server of its own, whose visits the test drives. */
export async function arrive(browser: Browser, options: BrowserContextOptions = {}) {
  const { url, visits, close } = await startDrivenSite();
  onTestFinished(close);
  const proxy = await startStallingProxy(url);
  onTestFinished(() => proxy.close());
  const page = await newPage(browser, {
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    ...options,
  });
  onTestFinished(() => page.context().close());
  return { page, proxy, nextVisit: (number = 1) => begun(visits, number) };
}

/** Step 2 for somebody whose lead is not known there, with the address of a company. */
export async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const arrived = await arrive(browser, options);
  await arrived.page.goto('/introduction?name=Claire&email=claire@menuiserie-favre.ch&ref=signed');
  return arrived;
}

/** Fills in the form of step 1 and sends it. */
export async function sendForm(page: Page, email: string): Promise<void> {
  await page.goto('/sales');
  await page.fill('#page-name', 'Claire');
  await page.fill('#page-email', email);
  await page.press('#page-email', 'Enter');
  await page.waitForURL(/\/introduction\?/);
}

/** Whether the whole of it is on the first screen, with nothing scrolled. */
export const onFirstScreen = (page: Page, css: string) =>
  page.locator(css).evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return scrollY === 0 && height > 0 && top >= 0 && bottom <= innerHeight;
  });

/** Whether so much of it is on the first screen that it can be told what it is. */
export const beginsOnFirstScreen = (page: Page, css: string) =>
  page
    .locator(css)
    .first()
    .evaluate((element) => scrollY === 0 && element.getBoundingClientRect().top + 48 <= innerHeight);

export async function begun(visits: readonly Visit[], number: number): Promise<Visit> {
  await eventually(async () => expect(visits).toHaveLength(number));
  return visits[number - 1] as Visit;
}

/** How the page asks how an audit stands. */
export const READ = /^\/api\/audits\/[\w-]{32}$/;

export const form = (page: Page) => page.locator('#audit form');
export const status = (page: Page) => page.locator('#audit [role=status]');
export const nowAt = (page: Page) => page.locator('#audit [aria-current=step]');
export const picture = (page: Page) => page.locator('#audit img');
export const says = (page: Page, words: string) => status(page).filter({ hasText: words }).waitFor();

/** Touches the island and waits until React answers in it. */
export async function alive(page: Page): Promise<void> {
  await page.locator('#audit-url').focus();
  await untilAlive(page, '#audit form');
  // The reference is nobody's: the form is back once the server has said so.
  await page.locator('.is-form #audit-url').waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#audit-url')?.value !== '');
  await page.locator('#audit-url').focus();
}

/** What a page owes at every width: no side-scroll, and nothing that axe finds. */
export async function check(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page), `at ${width} px`).toEqual({ px: 0, by: [] });
  }
  if (before) await page.setViewportSize(before);
  expect(await axeViolations(page)).toEqual([]);
}

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
