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
    interface Clip {
      readonly overflowX: string;
      readonly overflowY: string;
      readonly frame: DOMRect;
    }
    /** Keeps what `look` returns for each element, because computing styles and positions is slow. */
    const once = <T>(look: (element: Element, parent: Element | null) => T) => {
      const known = new Map<Element, T>();
      return (element: Element): T => {
        if (!known.has(element)) known.set(element, look(element, element.parentElement));
        return known.get(element) as T;
      };
    };
    const isFloating: (element: Element) => boolean = once(
      (element, parent) =>
        ['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
        (parent !== null && isFloating(parent)),
    );
    const isTuckedAway: (element: Element) => boolean = once((element, parent) => {
      const { width, height } = element.getBoundingClientRect();
      if ((width <= 1 && height <= 1) || getComputedStyle(element).clipPath !== 'none') return true;
      return parent !== null && isTuckedAway(parent);
    });
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest('[aria-hidden=true], svg, option') !== null ||
      isTuckedAway(element);
    /** The boxes around that do not show all that is in them. */
    const clipsOf: (element: Element) => readonly Clip[] = once((element, parent) => {
      if (parent === null || element === document.body) return [];
      const { overflowX, overflowY } = getComputedStyle(element);
      if (overflowX === 'visible' && overflowY === 'visible') return clipsOf(parent);
      return [{ overflowX, overflowY, frame: element.getBoundingClientRect() }, ...clipsOf(parent)];
    });
    /** What of a line is not scrolled out of a box that scrolls. */
    const unclipped = (element: Element, box: DOMRect) => {
      const frames = clipsOf(element).flatMap(({ overflowY, frame }) =>
        overflowY === 'visible' ? [] : [frame],
      );
      const top = Math.max(box.top, ...frames.map((frame) => frame.top));
      const bottom = Math.min(box.bottom, ...frames.map((frame) => frame.bottom));
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
      for (let j = i + 1; j < lines.length; j += 1) {
        const b = lines[j] as Line;
        if (
          b.box.top > a.box.bottom ||
          b.box.bottom < a.box.top ||
          a.element.contains(b.element) ||
          b.element.contains(a.element)
        )
          continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(bottom(a.box), bottom(b.box)) - Math.max(top(a.box), top(b.box));
        if (width > 2 && height > 0.2 * Math.min(a.box.height, b.box.height))
          troubles.add(`“${a.text}” lies over “${b.text}”`);
      }
    }
    for (const { element, box, text } of lines) {
      for (const { overflowX, overflowY, frame } of clipsOf(element)) {
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
    const luminances = new Map<string, number>();
    const faint = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const isSeen = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!element || !isSeen || !node.nodeValue?.trim()) continue;
      const style = getComputedStyle(element);
      const color = element.closest('svg') ? style.fill : style.color;
      const light = luminances.get(color) ?? luminance(color);
      luminances.set(color, light);
      const keepsGround = style.getPropertyValue('print-color-adjust') === 'exact';
      if (style.clipPath !== 'none' || keepsGround || 1.05 / (light + 0.05) >= least) continue;
      faint.add(`“${node.nodeValue.trim().slice(0, 40)}” in ${color}`);
    }
    return [...faint];
  }, CONTRAST);
}
