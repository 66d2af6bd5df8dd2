import { describe, expect, it, onTestFinished } from 'vitest';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { ISLAND_TIMES } from './support/choose.ts';
import { newPage, openPage, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { watchShifts } from './support/layout.ts';
import { freshEmail } from './support/leads.ts';

const browser = await shellForThisFile();

const PHONE = '+41 21 555 01 48';
const LABELS = '.time-choice > .free-times label';

describe('the free times', () => {
  it('stand in the page before anything is touched, and what is chosen there stays chosen', async () => {
    const page = await newPage(browser, WITH_MOTION);
    onTestFinished(() => page.context().close());
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    const time = page.locator('[data-times-ahead] [name=start]').first();
    // The server sends the page without free times when reading them takes more than 300 ms, as on a busy machine.
    await eventually(async () => {
      scripts.length = 0;
      await page.goto('/introduction', { waitUntil: 'domcontentloaded' });
      expect(await time.count()).toBe(1);
    });
    expect(await time.locator('..').isVisible()).toBe(true);
    expect(scripts).toEqual([]);
    const shifts = await watchShifts(page);
    const value = await time.inputValue();
    await time.locator('..').click();
    await page.locator(`${ISLAND_TIMES}[value="${value}"]`).waitFor({ state: 'attached' });
    expect(await page.locator(`${ISLAND_TIMES}[value="${value}"]`).isChecked()).toBe(true);
    expect(await shifts()).toBe(0);
  });

  it.each([820, 1440])(
    'at %i px the days look like no columns: each is a row beside its hours',
    async (width) => {
      const page = await openPage(browser, '/introduction?name=Claire', { viewport: { width, height: 900 } });
      await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
      const boxes = (css: string) =>
        page
          .locator(css)
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      const days = await boxes('.time-choice > .free-days > label');
      const hours = await boxes('.time-choice > .free-times > label');
      expect(new Set(days.map(({ left }) => Math.round(left))).size).toBe(1);
      const right = Math.max(...days.map((day) => day.right));
      expect(hours.filter((hour) => hour.left < right)).toEqual([]);
      // The day's name may take two lines, and none of them is below the hours.
      const name = page.locator('.time-choice > .free-times > legend');
      const bottom = await name.evaluate((one) => one.getBoundingClientRect().top + one.scrollHeight);
      expect(bottom).toBeLessThanOrEqual(Math.min(...hours.map(({ top }) => top)));
    },
  );

  it('on a phone a time that was taken is said beside the next ones, on the screen, with the day kept', async () => {
    const page = await openPage(browser, '/introduction?name=Claire&email=claire@exemple.ch', {
      viewport: { width: 390, height: 844 },
    });
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    await page.locator('.time-choice > .free-days > label').nth(2).click();
    const day = await page.locator('[name=day]:checked').inputValue();
    const time = page.locator(ISLAND_TIMES).nth(3);
    const start = await time.inputValue();
    await page.locator(LABELS).nth(3).click();
    await page.fill('#booking-phone', PHONE);
    const taking = await page.request.post('/api/bookings', {
      data: { id: crypto.randomUUID(), name: 'Paul', phone: PHONE, email: freshEmail(), start },
    });
    expect(taking.status()).toBe(201);
    await page.click('form[action="/api/bookings"] button[type=submit]');
    const words = page.getByText(rendezVous.faults.taken);
    await words.waitFor();
    expect(await page.locator('[name=day]:checked').inputValue()).toBe(day);
    const onScreen = () =>
      page.evaluate(() => {
        const inside = (element: Element | null | undefined) => {
          const { top = -1, bottom = 0 } = element?.getBoundingClientRect() ?? {};
          return top >= 0 && bottom <= innerHeight;
        };
        const focused = document.activeElement as HTMLInputElement;
        return {
          said: inside(document.querySelector('.time-choice [role=alert]')),
          focus: inside(focused.closest('label')) && focused.name,
          value: focused.value,
        };
      });
    // The page scrolls there smoothly.
    await eventually(async () => expect(await onScreen()).toMatchObject({ said: true, focus: 'start' }));
    expect((await onScreen()).value > start).toBe(true);
  });
});
