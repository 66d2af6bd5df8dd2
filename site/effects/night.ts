import { play } from './lifecycle.ts';
import { CELLS_A_SECOND, type Night, nightPainter, REST_CELLS } from './night-painter.ts';
import { type Place, placeIn } from './place.ts';
import { FADE_IN, NIGHT_DELAY_MS } from './placing.ts';
import { easedPointer } from './pointer.ts';
import { type Crossing, route, type Signal, seededRandom, sinceArrival } from './signal.ts';
import { browserStage } from './stage.ts';
import { isOn } from './words.ts';

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
