import type { Page } from 'playwright-core';

/**
 * Text that cannot be read: lines of two elements that lie over one another, and text that its box cuts off.
 * Decoration (`aria-hidden`), what is taken out of sight on purpose, and bars that float over the page while it
 * scrolls are left out.
 * @returns one line for each trouble; empty when all can be read
 */
export function illegibleText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      readonly element: Element;
      readonly box: DOMRect;
      readonly text: string;
    }
    const isFloating = (element: Element) => {
      for (let e: Element | null = element; e; e = e.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(e).position)) return true;
      return false;
    };
    const isHidden = (element: Element) => {
      const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!seen || element.closest('[aria-hidden=true], svg, option')) return true;
      for (let e: Element | null = element; e; e = e.parentElement) {
        const { width, height } = e.getBoundingClientRect();
        if ((width <= 1 && height <= 1) || getComputedStyle(e).clipPath !== 'none') return true;
      }
      return false;
    };
    /** What of a line is not scrolled out of a box that scrolls. */
    const unclipped = (element: Element, box: DOMRect) => {
      let [top, bottom] = [box.top, box.bottom];
      for (let e: Element | null = element; e && e !== document.body; e = e.parentElement) {
        if (getComputedStyle(e).overflowY === 'visible') continue;
        const around = e.getBoundingClientRect();
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
      return new DOMRect(box.left, top, box.width, Math.max(0, bottom - top));
    };
    const lines: Line[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.nodeValue?.trim() || !element || isHidden(element) || isFloating(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.nodeValue.trim().slice(0, 40);
      for (const box of range.getClientRects()) {
        const shown = unclipped(element, box);
        if (shown.width > 2 && shown.height > 0) lines.push({ element, box: shown, text });
      }
    }
    // Letters fill about two thirds of the box that a font claims: those of tight lines overlap unseen.
    const top = (box: DOMRect) => box.top + 0.17 * box.height;
    const bottom = (box: DOMRect) => box.bottom - 0.17 * box.height;
    const troubles = new Set<string>();
    for (const [i, a] of lines.entries()) {
      for (const b of lines.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(bottom(a.box), bottom(b.box)) - Math.max(top(a.box), top(b.box));
        if (width > 2 && height > 0.2 * Math.min(a.box.height, b.box.height))
          troubles.add(`“${a.text}” lies over “${b.text}”`);
      }
    }
    for (const { element, box, text } of lines) {
      for (let e: Element | null = element; e && e !== document.body; e = e.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(e);
        const frame = e.getBoundingClientRect();
        const sideways =
          /hidden|clip/.test(overflowX) && (box.right > frame.right + 2 || box.left < frame.left - 2);
        const upright = /hidden|clip/.test(overflowY) && (box.top + box.bottom) / 2 > frame.bottom;
        if (sideways || upright) troubles.add(`“${text}” is cut off`);
      }
    }
    return [...troubles];
  });
}

/** The least contrast of text on paper that still reads well (WCAG 1.4.3). */
const CONTRAST = 4.5;

/**
 * Text that would be faint or invisible on white paper: browsers print no grounds, unless `print-color-adjust` says so.
 * @returns one line for each; empty when all can be read. The page is one that is being printed (`emulateMedia`).
 */
export function faintOnPaper(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('no canvas to read a colour with');
    /** As it is seen on white, whatever colour space and transparency it is written with. */
    const onWhite = (color: string) => {
      canvas.fillStyle = '#fff';
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = onWhite(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const faint = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const isSeen = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!element || !isSeen || !node.nodeValue?.trim()) continue;
      const style = getComputedStyle(element);
      const color = element.closest('svg') ? style.fill : style.color;
      const keepsGround = style.getPropertyValue('print-color-adjust') === 'exact';
      if (style.clipPath !== 'none' || keepsGround || 1.05 / (luminance(color) + 0.05) >= least) continue;
      faint.add(`“${node.nodeValue.trim().slice(0, 40)}” in ${color}`);
    }
    return [...faint];
  }, CONTRAST);
}
