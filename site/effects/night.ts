import { play } from './lifecycle.ts';

import { type Place, placeIn } from './place.ts';
import { FADE_IN, NIGHT_DELAY_MS } from './placing.ts';
import { easedPointer, type Pointer } from './pointer.ts';

import { browserStage } from './stage.ts';
import { type Box, isOn } from './words.ts';

/** All that a picture of the night shows; lengths in CSS pixels. */
interface Night {
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

const CELLS_A_SECOND = 4.2;
/** How long a signal glows where it arrived, in cells that it could have travelled. */
const REST_CELLS = 13;
const TAIL_CELLS = 4;
const PAPER = '#f5f2ec';
const RED = '#e4341b';
const STEP = 1 / 8;
/** Halftone dots along a cell. */
const DOTS = 5;

/** Returns what paints `night` as it is then, and the light around `pointer`. */
function nightPainter(to: CanvasRenderingContext2D, night: Night, pointer: Pointer): () => void {
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

/** Cells of about this many CSS pixels, stretched so that the grid ends on the edges. */
const CELL = 76;
/** How many ways are tried before a signal leaves. */
const WAYS = 16;

/**
 * A typographic grid at night: its halftone breathes and keeps clear of the host's words, and one red signal at a time
 * travels along its lines and arrives; where somebody points, it heads there. The host's CSS gives the dark ground.
 * Returns what ends it.
 * @param delay milliseconds before anything appears
 */
export function mount(host: HTMLElement, { stage = browserStage, delay = NIGHT_DELAY_MS } = {}): () => void {
  let stop = () => {};
  const cancel = stage.after(delay, () => {
    stop = paintNight(placeIn(host, stage, stage.isCalm() ? '' : FADE_IN));
  });
  return () => {
    cancel();
    stop();
  };
}

/** Paints it in a place; returns what ends it. */
export function paintNight(place: Place): () => void {
  const { canvas, stage } = place;
  const pointer = easedPointer(place);
  const random = seededRandom(48);
  const night: Night = { columns: 1, rows: 1, cellWidth: 1, cellHeight: 1, ratio: 1, time: 20, words: [] };
  const context = canvas.getContext('2d');
  const paint = context ? nightPainter(context, night, pointer) : () => {};

  const destination = (): Crossing =>
    pointer.presence > 0.5
      ? { column: Math.round(pointer.x / night.cellWidth), row: Math.round(pointer.y / night.cellHeight) }
      : {
          column: Math.round(night.columns * (0.5 + random() * 0.45)),
          row: Math.round(night.rows * (0.12 + random() * 0.75)),
        };

  /** Of several ways, the one that crosses the fewest words and whose end lies on none. */
  const send = (): Signal => {
    night.words = place.words();
    const { words, rows, cellWidth, cellHeight } = night;
    const ways = Array.from({ length: WAYS }, () => {
      const from = { column: 0, row: Math.round(rows * (0.2 + random() * 0.75)) };
      const way = route(from, destination(), random);
      const crossed = way.filter(({ column, row }) => isOn(words, column * cellWidth, row * cellHeight, 12));
      const end = way.at(-1) ?? from;
      const covers = isOn(
        words,
        (end.column + 0.5) * cellWidth,
        (end.row - 0.5) * cellHeight,
        cellHeight / 2,
      );
      return { way, cost: crossed.length + (covers ? 100 : 0) };
    });
    const best = ways.reduce((a, b) => (b.cost < a.cost ? b : a));
    return { route: best.way, travelled: 0 };
  };

  const player = play(
    canvas,
    {
      resize(width, height, ratio) {
        const columns = Math.max(2, Math.round(width / ratio / CELL));
        const cellWidth = width / ratio / columns;
        const rows = Math.max(2, Math.round(height / ratio / cellWidth));
        const cellHeight = height / ratio / rows;
        Object.assign(night, { columns, rows, cellWidth, cellHeight, ratio, signal: undefined });
      },
      frame(dt) {
        night.time += dt;
        pointer.follow(dt);
        night.signal ??= send();
        night.signal.travelled += dt * CELLS_A_SECOND;
        if (sinceArrival(night.signal) > REST_CELLS) night.signal = send();
        paint();
        return true;
      },
      still() {
        night.signal = send();
        night.signal.travelled = night.signal.route.length + 1;
        paint();
      },
    },
    { stage },
  );
  return () => {
    player.stop();
    place.leave();
  };
}

/** An intersection of the grid. */
interface Crossing {
  column: number;
  row: number;
}

/** A red signal on its way along grid lines; `travelled` counts cells and goes on counting after the arrival. */
interface Signal {
  route: Crossing[];
  travelled: number;
}

/** A small repeatable source of numbers in [0, 1): everybody sees the same opening, and so does a test. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every intersection from `from` to `to`, both included, by a walk that never turns back and turns now and then. */
export function route(from: Crossing, to: Crossing, random: () => number): Crossing[] {
  const crossings = [from];
  let { column, row } = from;
  while (column !== to.column || row !== to.row) {
    const across = Math.abs(to.column - column);
    const down = Math.abs(to.row - row);
    const goesAcross = random() * (across + down) < across;
    const run = Math.min(goesAcross ? across : down, 1 + Math.floor(random() * 4));
    for (let i = 0; i < run; i++) {
      if (goesAcross) column += Math.sign(to.column - column);
      else row += Math.sign(to.row - row);
      crossings.push({ column, row });
    }
  }
  return crossings;
}

/** Where a signal is after `travelled` cells: it hesitates a little at each intersection and stays at the last. */
export function placeOf({ route }: Signal, travelled: number): Crossing {
  const last = route.length - 1;
  const at = Math.max(0, Math.min(travelled, last));
  const index = Math.min(Math.floor(at), last - 1);
  const from = route[Math.max(0, index)] ?? { column: 0, row: 0 };
  const to = route[index + 1] ?? from;
  const share = at - Math.max(0, index);
  const eased = 0.5 * share + 0.5 * share * share * (3 - 2 * share);
  return {
    column: from.column + (to.column - from.column) * eased,
    row: from.row + (to.row - from.row) * eased,
  };
}

/** Cells travelled since the arrival; negative while on the way. */
export function sinceArrival({ route, travelled }: Signal): number {
  return travelled - (route.length - 1);
}
