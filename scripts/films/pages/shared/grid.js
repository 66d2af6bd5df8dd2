import { animate } from './clock.js';

/** Stage in pixels, its margin, and the space between its twelve columns. */
const width = 1280;
const margin = 56;
const gutter = 16;
const column = (width - 2 * margin - 11 * gutter) / 12;

/** Left edge of column `n` (0 to 11), in pixels. */
export const columnLeft = (n) => margin + n * (column + gutter);

/** Draws the twelve columns' left edges into `element`, growing from the top from `at` (seconds). */
export function drawGrid(element, at) {
  for (let n = 0; n < 12; n++) {
    const line = element.appendChild(document.createElement('i'));
    line.style.left = `${columnLeft(n)}px`;
    animate(line, at + n * 0.03, 0.8, [{ transform: 'scaleY(0)' }, { transform: 'scaleY(1)' }]);
  }
}
