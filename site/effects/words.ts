/** A line of text, in CSS pixels from the corner of the picture. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The lines of text inside `host`, as they lie over `canvas`. */
export function wordsOver(host: HTMLElement, canvas: HTMLElement): Box[] {
  const corner = canvas.getBoundingClientRect();
  const range = document.createRange();
  return [...host.querySelectorAll('h1, h2, h3, p, a, li')].flatMap((element) => {
    // The lines themselves: an element's own box may be as wide as the page.
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
      left: left - corner.left,
      top: top - corner.top,
      right: right - corner.left,
      bottom: bottom - corner.top,
    }));
  });
}

/** Whether a place lies on one of the boxes, or nearer to it than `margin`. */
export function isOn(boxes: readonly Box[], x: number, y: number, margin: number): boolean {
  return boxes.some(
    ({ left, top, right, bottom }) =>
      x > left - margin && x < right + margin && y > top - margin && y < bottom + margin,
  );
}
