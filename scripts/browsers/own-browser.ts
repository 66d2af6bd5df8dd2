import type { Browser } from 'playwright-core';

/**
 * Does `work` in a new browser, and once more in another one when it fails or is not done after `limitMs`: now and then
 * a Chromium draws no frame any more, and whatever waits for one would wait for ever.
 * @returns what `work` resolved with; rejects with the second failure
 */
export async function inOwnBrowser<T>(
  launch: () => Promise<Browser>,
  limitMs: number,
  work: (browser: Browser) => Promise<T>,
): Promise<T> {
  const once = async () => {
    const browser = await launch();
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs);
    try {
      return await Promise.race([work(browser), stuck]);
    } finally {
      clearTimeout(timer);
      await browser.close();
    }
  };
  return once().catch(once);
}
