import type { Pointer } from './pointer.ts';
import { type Crossing, placeOf, type Signal, sinceArrival } from './signal.ts';
import { type Box, isOn } from './words.ts';

/** All that a picture of the night shows; lengths in CSS pixels. */
export interface Night {
  columns: number;
  rows: number;
  cellWidth: number;
  cellHeight: number;
  /** Pixels of the canvas for one CSS pixel. */
  ratio: number;
  /** Seconds. */
  time: number;
  signal?: Signal | undefined;
  /** Where the light keeps clear. */
  words: readonly Box[];
}

export const CELLS_A_SECOND = 4.2;
/** How long a signal glows where it arrived, in cells that it could have travelled. */
export const REST_CELLS = 13;
const TAIL_CELLS = 4;
const PAPER = '#f5f2ec';
const RED = '#e4341b';
const STEP = 1 / 8;
/** Halftone dots along a cell. */
const DOTS = 5;

/** Returns what paints `night` as it is then, and the light around `pointer`. */
export function nightPainter(to: CanvasRenderingContext2D, night: Night, pointer: Pointer): () => void {
  /** A halftone screen: how large a dot is says how lit its place is. */
  const paintScreen = () => {
    const { columns, rows, cellWidth, cellHeight, time, words } = night;
    const [width, height] = [columns * cellWidth, rows * cellHeight];
    const [across, down] = [cellWidth / DOTS, cellHeight / DOTS];
    // Finer at the left of a wide page, where the headline begins, and on a narrow one.
    const wide = width > height;
    to.fillStyle = PAPER;
    to.globalAlpha = 0.3;
    to.beginPath();
    for (let x = across / 2; x < width; x += across) {
      const share = wide ? Math.min(1, Math.max(0, x / width - 0.3) * 2.2) : 0.3;
      const most = 1.5 + 3 * share;
      for (let y = down / 2; y < height; y += down) {
        const light = breathAt(x, y, time) + 0.9 * lampAt(x, y) + 1.1 * rippleAt(x, y);
        if (light < 0.06 || isOn(words, x, y, 10)) continue;
        const size = most * Math.min(1.4, light);
        to.rect(x - size / 2, y - size / 2, size, size);
      }
    }
    to.fill();
  };

  const paintLines = () => {
    const { columns, rows, cellWidth, cellHeight, ratio } = night;
    const [width, height] = [columns * cellWidth, rows * cellHeight];
    to.strokeStyle = PAPER;
    to.lineWidth = 1 / ratio;
    to.globalAlpha = 0.085;
    to.beginPath();
    for (let column = 1; column < columns; column++) {
      to.moveTo(column * cellWidth, 0);
      to.lineTo(column * cellWidth, height);
    }
    for (let row = 1; row < rows; row++) {
      to.moveTo(0, row * cellHeight);
      to.lineTo(width, row * cellHeight);
    }
    to.stroke();
  };

  const paintCrossings = () => {
    const { columns, rows, cellWidth, cellHeight, words } = night;
    for (let column = 1; column < columns; column++) {
      for (let row = 1; row < rows; row++) {
        const [x, y] = [column * cellWidth, row * cellHeight];
        if (isOn(words, x, y, 6)) continue;
        const light = Math.min(1, lampAt(x, y) * 0.6 + rippleAt(x, y));
        // Every fourth crossing carries a register mark, as on a printer's sheet.
        const arm = column % 4 === 0 && row % 4 === 0 ? 5 + 2 * light : 1 + 1.2 * light;
        const pen = arm > 4 ? 1 : 2 * arm;
        to.globalAlpha = (arm > 4 ? 0.5 : 0.2) + 0.5 * light;
        to.fillRect(x - arm, y - pen / 2, 2 * arm, pen);
        if (arm > 4) to.fillRect(x - pen / 2, y - arm, pen, 2 * arm);
      }
    }
  };

  const paintSignal = ({ route, travelled }: Signal) => {
    const { cellWidth, cellHeight } = night;
    const since = sinceArrival({ route, travelled });
    const at = ({ column, row }: Crossing) => [column * cellWidth, row * cellHeight] as const;
    to.strokeStyle = to.fillStyle = RED;
    to.lineWidth = 2;
    let place = placeOf({ route, travelled }, travelled);
    for (let back = Math.floor(travelled / STEP) * STEP; back > travelled - TAIL_CELLS; back -= STEP) {
      const before = placeOf({ route, travelled }, back);
      to.globalAlpha = (1 - (travelled - back) / TAIL_CELLS) ** 1.6;
      to.beginPath();
      to.moveTo(...at(place));
      to.lineTo(...at(before));
      to.stroke();
      place = before;
    }
    for (const [passed, crossing] of route.entries()) {
      const glow = passed <= travelled ? Math.exp((passed - travelled) / 2.5) : 0;
      if (glow < 0.02) continue;
      const [x, y] = at(crossing);
      to.globalAlpha = glow;
      to.fillRect(x - 3, y - 3, 6, 6);
    }
    if (since < 0) {
      const [x, y] = at(placeOf({ route, travelled }, travelled));
      to.globalAlpha = 1;
      to.fillRect(x - 4, y - 4, 8, 8);
    } else {
      const [x, y] = at(route.at(-1) ?? { column: 0, row: 0 });
      to.globalAlpha = 0.8 * Math.min(1, since * 2) * Math.exp(-since / 5) * fadeOut(since);
      to.fillRect(x + 0.5, y - cellHeight + 0.5, cellWidth - 1, cellHeight - 1);
    }
  };

  const fadeOut = (since: number) => Math.max(0, Math.min(1, (REST_CELLS - since) / 4));

  const lampAt = (x: number, y: number) => {
    const distance = Math.hypot(x - pointer.x, y - pointer.y);
    return pointer.presence * Math.exp(-((distance / 150) ** 2));
  };

  /** The ring that leaves the place of arrival. */
  const rippleAt = (x: number, y: number) => {
    const { cellWidth, cellHeight, signal } = night;
    const since = signal ? sinceArrival(signal) / CELLS_A_SECOND : -1;
    const end = signal?.route.at(-1);
    if (!end || since < 0) return 0;
    const distance = Math.hypot(x - end.column * cellWidth, y - end.row * cellHeight);
    return Math.exp(-(((distance - since * 300) / 60) ** 2)) * Math.max(0, 1 - since / 2.6);
  };

  return () => {
    to.reset();
    to.scale(night.ratio, night.ratio);
    paintScreen();
    paintLines();
    paintCrossings();
    if (night.signal) paintSignal(night.signal);
  };
}

/** How lit a place is at a time, 0 to 1: mostly dark, with slow swells that wander. */
function breathAt(x: number, y: number, time: number): number {
  const across = Math.sin(x * 0.0051 + time * 0.21 + 1.5 * Math.sin(y * 0.0043 + time * 0.13));
  const down = Math.sin(y * 0.0067 - time * 0.17 + 1.3 * Math.sin(x * 0.0037 - time * 0.11));
  return Math.max(0, across * down - 0.08);
}
