import type { Page } from 'playwright-core';

/** Marks links, buttons and short labels that stand on a ground of their own, and counts them. */
export function markGrounded(page: Page): Promise<number> {
  return page.evaluate(() => {
    const grounded = [...document.querySelectorAll<HTMLElement>('main a, main button, main li span')].filter(
      (element) => {
        const { backgroundColor } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        // The film's poster is a picture, which no colour scheme takes away.
        const isPicture = element.closest('[data-film], [data-compare]') !== null;
        return backgroundColor !== 'rgba(0, 0, 0, 0)' && width > 20 && height > 12 && !isPicture;
      },
    );
    for (const element of grounded) element.dataset.grounded = '';
    return grounded.length;
  });
}

/** What `markGrounded` has marked and is now without a border, by its words. */
export function edgeless(page: Page): Promise<string[]> {
  return page.$$eval('[data-grounded]', (elements) =>
    elements
      .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0)
      .map((element) => element.textContent?.trim() ?? ''),
  );
}
