import type { ElementHandle, Page } from 'playwright-core';

/**
 * Marks every element that a visitor sees and can act on, and names each one for a report. Left out: frames, whose
 * inside is another page's business, and the thumb's bar, which goes away where the form it leads to is in view.
 */
export function markInteractive(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((root) => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], [tabindex="0"], [contenteditable=true]';
    const found = [...document.querySelectorAll<HTMLElement>(`${root} :is(${selector})`)].filter(
      (element) => {
        const { width, height } = element.getBoundingClientRect();
        const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const off =
          element.matches(':disabled, [tabindex="-1"], [inert] *') ||
          element.closest('[inert], [data-thumb-bar]') !== null;
        return seen && !off && width > 0 && height > 0;
      },
    );
    return found.map((element, i) => {
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const name = `${i + 1} ${element.tagName.toLowerCase()} ${element.id || text.slice(0, 40)}`;
      element.dataset.walk = name;
      return name;
    });
  }, within);
}

export interface Stop {
  /** As marked; the tag name for an element that was not. */
  readonly name: string;
  /** A ring or a change that the visitor can see. */
  readonly shown: boolean;
  /** Some part of it is not behind something else (WCAG 2.4.11). */
  readonly inSight: boolean;
}

/** Presses Tab until the focus has left the page, or `limit` times, and tells of each stop. */
export async function tabThrough(page: Page, limit: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < limit) {
    await page.keyboard.press('Tab');
    const stop = await currentStop(page);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

async function currentStop(page: Page): Promise<Stop | undefined> {
  const seen = await page.evaluate(async () => {
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body || focused === document.documentElement) return undefined;
    const style = getComputedStyle(focused);
    // A control that lies unseen over its own picture is as much in sight as the picture.
    const unseen = style.opacity === '0' || style.pointerEvents === 'none';
    const shape = unseen ? (focused.parentElement ?? focused) : focused;
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isInSight = () => {
      const { left, top, width, height } = focused.getBoundingClientRect();
      return points.some(([x, y]) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit !== null && (shape.contains(hit) || hit.contains(shape));
      });
    };
    // The page may have to scroll, and bars to make way.
    const patience = performance.now() + 1000;
    while (!isInSight() && performance.now() < patience)
      await new Promise((drawn) => requestAnimationFrame(drawn));
    const inSight = isInSight();
    const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0 && !unseen;
    return { name: focused.dataset.walk ?? focused.tagName.toLowerCase(), ring, inSight };
  });
  if (!seen) return undefined;
  return {
    name: seen.name,
    inSight: seen.inSight,
    shown: seen.ring || (await looksDifferent(page)),
  };
}

/** A focus shown by other means than an outline shows in a picture taken with it and one without. */
async function looksDifferent(page: Page): Promise<boolean> {
  const handle = await page.evaluateHandle(() => document.activeElement);
  const element = handle.asElement() as ElementHandle<HTMLElement>;
  await element.scrollIntoViewIfNeeded();
  // The scroll that the focus caused may still be on its way: a picture of where it was would show nothing, or fail.
  await element.waitForElementState('stable');
  const box = await element.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return false;
  const x = Math.max(0, box.x - 8);
  const y = Math.max(0, box.y - 8);
  const width = Math.min(size.width, box.x + box.width + 8) - x;
  const height = Math.min(size.height, box.y + box.height + 8) - y;
  if (width <= 0 || height <= 0) return false;
  const clip = { x, y, width, height };
  const picture = () => page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  const focused = await picture();
  await element.evaluate((focus) => focus.blur());
  const blurred = await picture();
  await element.focus();
  return !focused.equals(blurred);
}

/** Presses Tab until the focus is on what `css` finds. */
export async function tabTo(page: Page, css: string): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    await page.waitForTimeout(20);
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), css)) return;
  }
  throw new Error(`${css} is never reached`);
}
