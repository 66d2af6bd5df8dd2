import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STEP_LABELS, VISIT_ENDED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_STEPS } from '#domain/audit.ts';
import {
  alive,
  begun,
  check,
  focused,
  form,
  nowAt,
  open,
  picture,
  READ,
  says,
  status,
} from './support/audit-page.ts';
import { axeViolations } from './support/axe.ts';
import { newPage, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { startDrivenSite } from './support/driven-site.ts';
import { tabTo } from './support/focus.ts';
import { sidewaysScroll, watchShifts } from './support/layout.ts';

const browser = await shellForThisFile();

describe('the express audit in step 2', () => {
  it('from the form to the report by keyboard alone: every step in its order, the picture before the end', async () => {
    const { page, nextVisit } = await open(browser);
    await alive(page);
    await check(page);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tabTo(page, '#audit-url');
    expect(await page.inputValue('#audit-url')).toBe('menuiserie-favre.ch');
    await page.keyboard.press('Enter');
    const visit = await nextVisit();
    expect(visit.url).toBe('https://menuiserie-favre.ch/');
    await says(page, 'Nous regardons menuiserie-favre.ch');
    expect(await form(page).isVisible()).toBe(false);
    expect(await status(page).evaluate((element) => element === document.activeElement)).toBe(true);
    for (const step of AUDIT_STEPS) {
      visit.begin({ step });
      await nowAt(page).filter({ hasText: STEP_LABELS[step] }).waitFor();
      expect(await nowAt(page).count()).toBe(1);
      if (step !== 'phone') continue;
      expect(await picture(page).count()).toBe(0);
      visit.takePicture();
      await picture(page).waitFor();
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('#audit img')?.naturalWidth);
      await check(page);
    }
    visit.end();
    await says(page, audit.live.ready);
    expect(await focused(page)).toBe('P');
    await check(page);
    await tabTo(page, '#audit .audit-foot a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/audit\/[\w-]{32}$/);
    expect(await page.locator('h1').textContent()).toContain('menuiserie-favre.ch');
  });

  it('goes on by asking when the events are cut in the middle, and nothing moves under the reader', async () => {
    const { page, proxy, nextVisit } = await open(browser, WITH_MOTION);
    await alive(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const reads = () => asked.filter((path) => READ.test(path)).length;
    const shifts = await watchShifts(page, false);
    // An answer within half a second of the press may move what it likes: browsers hold it for wanted.
    await page.route('**/api/audits', async (route) => {
      await setTimeout(700);
      await route.continue();
    });
    await page.locator('footer').last().scrollIntoViewIfNeeded();
    await page.keyboard.press('Enter');
    const visit = await nextVisit();
    visit.begin({ step: 'page' });
    await nowAt(page).filter({ hasText: STEP_LABELS.page }).waitFor();
    expect(reads()).toBe(0);
    await page.context().setOffline(true);
    proxy.cut(({ url }) => url?.endsWith('/events') ?? false);
    await page.locator('#audit').getByText('La connexion est coupée').waitFor();
    visit.begin({ step: 'phone' });
    visit.takePicture();
    await page.context().setOffline(false);
    await nowAt(page).filter({ hasText: STEP_LABELS.phone }).waitFor();
    await picture(page).waitFor();
    visit.end();
    await says(page, audit.live.ready);
    expect(reads()).toBeGreaterThan(1);
    expect(asked.filter((path) => path.endsWith('/events'))).toHaveLength(1);
    expect(await shifts()).toBeLessThan(0.01);
  });

  it('says what is wrong with an address, or with a visit, and loses nothing', async () => {
    const { page, nextVisit } = await open(browser);
    await alive(page);
    await page.fill('#audit-url', 'localhost');
    await page.click('#audit [type=submit]');
    await page.locator('#audit-url-fault').waitFor();
    expect(await page.getAttribute('#audit-url', 'aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('audit-url');
    await check(page);
    await page.fill('#audit-url', 'parque.example');
    await page.keyboard.press('Enter');
    const visit = await nextVisit();
    await says(page, 'Nous regardons parque.example');
    visit.end('parked');
    await page.locator('#audit [role=alert]').getByText('réservé').waitFor();
    expect(await page.locator('#audit [role=alert]').textContent()).toBe(VISIT_ENDED.parked);
    expect(await page.inputValue('#audit-url')).toBe('parque.example');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('audit-url');
    await page.fill('#audit-url', 'exemple.ch');
    await page.keyboard.press('Enter');
    (await nextVisit(2)).end();
    await says(page, audit.live.ready);
  });

  it('without JavaScript leads to a page that waits, and then to the report', async () => {
    const { page, nextVisit } = await open(browser, { javaScriptEnabled: false });
    expect(await page.inputValue('#audit [name=lead]')).toBe('signed');
    await page.fill('#audit-url', 'www.exemple.ch');
    await page.click('#audit [type=submit]');
    await page.waitForURL(/\/audit\/[\w-]{32}$/);
    expect(await page.locator('h1').textContent()).toBe(audit.waiting.title);
    const visit = await nextVisit();
    visit.begin({ step: 'phone' });
    visit.takePicture();
    await picture(page).or(page.locator('main img')).first().waitFor();
    visit.end();
    await page.locator('.report').waitFor();
  });
});

describe('the report', () => {
  /** The number of pages in the PDF that the browser makes of the report, as for a printer. */
  const sheets = async (page: Page) =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

  it('is for every width and for two sheets of paper; what is handed over follows on sheets of its own where it was opened', async () => {
    const { url, visits, close } = await startDrivenSite();
    onTestFinished(close);
    const body = new URLSearchParams({ url: 'www.exemple.ch' });
    const asked = await fetch(`${url}/api/audits`, { method: 'POST', body, redirect: 'manual' });
    (await begun(visits, 1)).endMeasured();
    const page = await newPage(browser, { viewport: { width: 390, height: 844 } });
    onTestFinished(() => page.context().close());
    await page.goto(new URL(asked.headers.get('location') ?? '', url).href);
    await page.locator('.report').waitFor();
    expect(await sheets(page)).toBe(2);
    await tabTo(page, '.handover summary');
    await page.keyboard.press('Enter');
    await page.locator('.handover pre').first().waitFor();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page), `at ${width} px`).toEqual({ px: 0, by: [] });
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await sheets(page)).toBeGreaterThan(2);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.handover pre').first().isVisible()).toBe(true);
  });
});
