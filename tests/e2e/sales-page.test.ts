import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newPage, openPage, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { addressOf } from './support/site.ts';

const browser = await shellForThisFile();

const isOpen = (page: Page) => page.locator('#consultation').evaluate((d: HTMLDialogElement) => d.open);

const button = 'main a[href="#consultation"]';

describe('the consultation dialog', () => {
  it('takes the focus in, keeps it in and hands it back', async () => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    await page.locator(button).first().click();
    // A first click waits for the script of the dialogs.
    await page.locator('#consultation[open] #dialog-name:focus').waitFor();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body || at?.closest('dialog') !== null;
      });
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await isOpen(page)).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#consultation');
    await eventually(() => expect(new URL(page.url()).hash).toBe(''));
  });

  it('closes by its backdrop, its cross and the back button, and opens by its address', async () => {
    const page = await openPage(browser, '/sales#consultation', WITH_MOTION);
    await page.locator('#consultation[open] #dialog-name:focus').waitFor();
    // A browser moves the focus to what the address names when it has read the page: not out of the field.
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('dialog-name');
    await page.mouse.click(5, 5);
    expect(await isOpen(page)).toBe(false);

    await page.locator(button).first().click();
    await page.click('#consultation [data-close]');
    await eventually(() => expect(new URL(page.url()).hash).toBe(''));

    await page.locator(button).first().click();
    await page.goBack();
    await eventually(async () => expect(await isOpen(page)).toBe(false));
    expect(new URL(page.url()).pathname).toBe('/sales');
  });
});

describe('links with a modifier', () => {
  it.each([
    [button, /\/sales#consultation$/],
    ['[data-film]', /\.mp4$/],
  ])('%s opens what its address says in another tab', async (css, address) => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    for (const key of ['Control', 'Shift'] as const) {
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        page
          .locator(css)
          .first()
          .click({ modifiers: [key] }),
      ]);
      await tab.waitForURL(address);
      if (css.includes('consultation')) await tab.locator('#consultation[open]').waitFor();
      await tab.close();
    }
    expect(await isOpen(page)).toBe(false);
    expect(await page.locator('video').count()).toBe(0);
  });

  it('Ctrl+click opens a tab also before the dialogs’ script has loaded', async () => {
    const page = await newPage(browser, WITH_MOTION);
    // Never answered: the page waits for it, as on a slow line.
    await page.route(/\/dialogs\.[^/]*\.js$/, () => {});
    const asked = page.waitForRequest(/\/dialogs\.[^/]*\.js$/);
    await page.goto(addressOf('/sales'));
    await page.mouse.move(5, 5);
    await asked;
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator(button)
        .first()
        .click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL(/\/sales#consultation$/);
    await page.context().close();
  });

  it('holds for places and services as well', async () => {
    for (const [route, id] of [
      ['/restaurants', 'vevey-restaurant'],
      ['/accompagnement', 'developpement-web'],
    ] as const) {
      const page = await openPage(browser, route, WITH_MOTION);
      const link = page.locator(`a[href="#${id}"]:visible`).first();
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        link.click({ modifiers: ['Control'] }),
      ]);
      await tab.locator(`#${id}[open]`).waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
    }
  });
});

describe('the first screen', () => {
  it('holds the headline, the film and the form’s button at 1366 by 768', async () => {
    const page = await openPage(browser, '/sales', {
      ...WITH_MOTION,
      viewport: { width: 1366, height: 768 },
    });
    for (const css of ['h1', '[data-film]', '#formulaire button[type=submit]']) {
      const box = await page.locator(css).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY), css).toBeLessThanOrEqual(768);
    }
    expect(await page.locator('[data-film] picture ~ span svg').isVisible()).toBe(true);
  });
});

describe('the film', () => {
  const NOTE = 'Le film démarre dès que vous fermez cette fenêtre.';

  it('says in the dialog that it opened when it begins, and only there', async () => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    const note = page.getByText(NOTE);
    await page.click('[data-film]');
    await note.waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await isOpen(page)).toBe(false));
    await page.locator('main a[href="#consultation"]').first().click();
    expect(await isOpen(page)).toBe(true);
    expect(await note.isVisible()).toBe(false);
    const words = (css: string) => page.locator(`#consultation ${css}`).first().innerText();
    expect(await words('h2')).toContain('audit gratuit');
    expect(await words('button[type=submit]')).toContain('audit gratuit');
  });

  it('shows its controls when the browser refuses to play it', async () => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    await page.evaluate(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.click('[data-film]');
    await eventually(async () => expect(await isOpen(page)).toBe(true));
    await page.keyboard.press('Escape');
    await page.locator('video[controls]').waitFor();
    expect(await page.locator('video').evaluate((video) => video === document.activeElement)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('becomes a player on click, opens the form, and starts when the form is closed', async () => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    expect(await page.locator('video, iframe').count()).toBe(0);
    await page.click('[data-film]');
    await eventually(async () => expect(await isOpen(page)).toBe(true));
    const video = page.locator('video');
    expect(await video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
    await page.keyboard.press('Escape');
    await eventually(async () =>
      expect(await video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0),
    );
    expect(await video.evaluate((v: HTMLVideoElement) => v.controls)).toBe(true);
  });

  it('has captions, which the content policy lets in', async () => {
    const page = await openPage(browser, '/sales', WITH_MOTION);
    await page.click('[data-film]');
    const cues = await page.locator('video').evaluate(
      (video: HTMLVideoElement) =>
        new Promise<number>((resolve, reject) => {
          const track = video.querySelector('track');
          track?.addEventListener('load', () => resolve(track.track.cues?.length ?? 0));
          track?.addEventListener('error', () => reject(new Error('the captions were not loaded')));
          if (video.textTracks[0]) video.textTracks[0].mode = 'showing';
        }),
    );
    expect(cues).toBeGreaterThan(5);
  });
});

describe('the before/after slider', () => {
  it('begins at 50, follows keyboard and pointer, and stays between 0 and 100', async () => {
    const page = await openPage(browser, '/sales');
    const range = page.locator('[data-compare] input');
    const value = async () => [await range.inputValue(), await range.getAttribute('aria-valuetext')];
    expect(await value()).toEqual(['50', '50\u202f% de la page d’avant']);
    await range.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect((await value())[0]).toBe('0');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    // The range moves by itself; what a screen reader says of it is React's.
    await eventually(async () => expect(await value()).toEqual(['100', '100\u202f% de la page d’avant']));

    const frame = page.locator('[data-compare]');
    await frame.scrollIntoViewIfNeeded();
    const box = await frame.boundingBox();
    if (!box) throw new Error('no slider on the page');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + 40, { steps: 3 });
    expect((await value())[0]).toBe('25');
    await page.mouse.move(-500, box.y + 40);
    expect((await value())[0]).toBe('0');
    await page.mouse.up();
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    expect((await value())[0]).toBe('0');
  });

  it('shows where both pages begin at its middle, on a desktop, each as wide as the frame', async () => {
    const page = await openPage(browser, '/sales');
    await page.locator('[data-compare]').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 10);
    await page.locator('[data-compare][data-near]').waitFor();
    const [frame, before, after] = await page.$$eval('[data-compare], [data-compare] img', (boxes) =>
      boxes.map((box) => {
        const { left, width } = box.getBoundingClientRect();
        return { left: Math.round(left), width: Math.round(width) };
      }),
    );
    if (!frame) throw new Error('no slider on the page');
    expect(before).toEqual(frame);
    expect(after).toEqual({ left: Math.round(frame.left + frame.width / 2), width: frame.width });
  });

  it('follows a finger', async () => {
    const page = await openPage(browser, '/sales', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const frame = page.locator('[data-compare]');
    await frame.scrollIntoViewIfNeeded();
    const box = await frame.boundingBox();
    if (!box) throw new Error('no slider on the page');
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
    // A touch that comes before React is done again once it is there.
    await eventually(async () => expect(await page.locator('[data-compare] input').inputValue()).toBe('80'));
  });
});

describe('the phone’s bottom bar', () => {
  it('stands wherever no form is on the screen, and nowhere else', async () => {
    const page = await openPage(browser, '/sales', { ...WITH_MOTION, viewport: { width: 390, height: 844 } });
    const bar = page.locator('[data-thumb-bar]');
    await page.locator('#formulaire').scrollIntoViewIfNeeded();
    await eventually(async () => expect(await bar.isVisible()).toBe(false));
    await page.locator('[data-compare]').scrollIntoViewIfNeeded();
    await eventually(async () => expect(await bar.isVisible()).toBe(true));
    await bar.locator('a').click();
    expect(await isOpen(page)).toBe(true);
  });
});
