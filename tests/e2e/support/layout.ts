import type { Page } from 'playwright-core';

/** How far the page can be scrolled sideways, in CSS pixels, and by which elements. */
export function sidewaysScroll(page: Page): Promise<{ px: number; by: string[] }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const px = Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
    if (px <= 0) return { px: 0, by: [] };
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
    );
    return { px, by: wide.slice(0, 5).map((e) => `${e.tagName.toLowerCase()}.${e.getAttribute('class')}`) };
  });
}

/** Holds the fonts back until the page has been painted without them, as a slow network does. */
export async function delayFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    // Text waits up to 100 ms for its own font before the fallback font is painted.
    const painted = () => {
      const [first] = performance.getEntriesByName('first-contentful-paint');
      return first !== undefined && performance.now() > first.startTime + 250;
    };
    await page.waitForFunction(painted, undefined, { timeout: 5_000, polling: 50 }).catch(() => {});
    await route.continue();
  });
}

/** How many fonts the page shows its words in. */
export function fontsLoaded(page: Page): Promise<number> {
  return page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
}

/** Sum of the layout shifts that no input caused, the page having been scrolled to its end. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput } of entries as Shift[]) if (!hadRecentInput) sum += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
    }
    // Pictures that the page holds back until they are near are not asked for, however long one waits.
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.allSettled(shown.map((image) => image.decode()));
    await frame();
    await frame();
    add(observer.takeRecords());
    scrollTo({ top: 0, behavior: 'instant' });
    return sum;
  });
}

/**
 * Counts what moves on the page; resolves with the sum so far.
 * @param asked whether to count what moves within half a second of a press too, as browsers themselves do not
 */
export async function watchShifts(page: Page, asked = true): Promise<() => Promise<number>> {
  let sum = 0;
  await page.exposeFunction('shifted', (value: number, hadRecentInput: boolean) => {
    if (asked || !hadRecentInput) sum += value;
  });
  await page.evaluate(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const { shifted } = window as unknown as { shifted(value: number, hadRecentInput: boolean): void };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) shifted(value, hadRecentInput);
    }).observe({ type: 'layout-shift', buffered: true });
    // What moved before is told in a task after this one.
    return new Promise((told) => requestAnimationFrame(() => setTimeout(told)));
  });
  return async () => sum;
}
