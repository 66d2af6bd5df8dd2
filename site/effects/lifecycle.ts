import type { Stage, StageView } from './stage.ts';

/** What an effect paints. Sizes are device pixels, times are seconds. */
export interface Picture {
  /** The canvas is now this large and blank; `ratio` is device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void;
  /**
   * Moves on by `dt` and paints; returns whether anything is left to move. What fades does so by `elapsed`, the time
   * that really went by since the last frame.
   */
  frame(dt: number, elapsed: number): boolean;
  /** Whether the last frame is still being drawn, elsewhere: the next one waits for it. */
  isBusy?(): boolean;
  /** Paints the one picture shown to those who ask for reduced motion, and where frames are slow at any size. */
  still(): void;
}

export interface PlayOptions {
  /** The most device pixels per CSS pixel (2). */
  maxRatio?: number | undefined;
  /** Share of those pixels that is really rendered (1); the browser enlarges the picture. */
  scale?: number | undefined;
  /**
   * Frames that take longer than this, in seconds, are too slow: after a while the picture gets half as many pixels a
   * side, then a quarter, then it holds still. With 0 nothing is too slow, and no frame waits for the one before (0).
   */
  slow?: number | undefined;
  /** The browser's own, unless a test or a worker gives another. */
  stage?: Stage;
}

export interface Player {
  /** Goes on after `frame` said that nothing was left to move. */
  wake(): void;
  /** Takes another picture, or none while there is nothing to paint with. */
  show(picture: Picture | undefined): void;
  /** Ends everything. */
  stop(): void;
}

/** A tab that comes back, or a slow frame, must not make an effect leap. */
const LONGEST_STEP_S = 0.1;
/** What is not drawn by then never will be. */
const LONGEST_WAIT_S = 1;
/** How late frames may be in all before the picture gets fewer pixels. */
const TOO_LATE_S = 0.5;
/** The most that one frame counts: a machine that stops once is not slow. */
const MOST_LATE_S = 0.25;
/** The least share of its pixels a side that a picture is drawn with. */
const LEAST_SHARE = 1 / 4;

/**
 * Plays a picture on a canvas that CSS sizes. Frames are asked for only while the tab is shown, the canvas is in
 * sight, the visitor accepts motion and the picture still moves; otherwise nothing at all is scheduled.
 */
export function play(
  canvas: HTMLCanvasElement,
  first: Picture | undefined,
  options: PlayOptions & { stage: Stage },
): Player {
  const { stage, maxRatio = 2, scale = 1, slow = 0 } = options;
  let picture = first;
  let view: StageView | undefined;
  /** Device pixels per CSS pixel; 0 while the canvas has no size. */
  let ratio = 0;
  let idle = false;
  let stale = true;
  let cancel: (() => void) | undefined;
  let last: number | undefined;
  /** How late frames have been in all, in seconds; quick ones make up for slow ones. */
  let late = 0;
  /** Of the pixels a side that it would have, while frames are quick enough. */
  let share = 1;

  const isStill = () => share < LEAST_SHARE || view?.calm;

  const settle = () => {
    const seen = view?.seen && ratio && picture;
    if (seen && !isStill() && !idle) {
      cancel ??= stage.frame(step);
      return;
    }
    cancel?.();
    cancel = last = undefined;
    if (seen && isStill() && stale) {
      stale = false;
      seen.still();
    }
  };

  const step = (time: number) => {
    last ??= time;
    const elapsed = (time - last) / 1000;
    cancel = undefined;
    if (slow && elapsed < LONGEST_WAIT_S && picture?.isBusy?.()) return settle();
    last = time;
    late = slow && Math.max(0, late + Math.min(elapsed, MOST_LATE_S) - slow);
    if (late > TOO_LATE_S) {
      late = 0;
      share /= 2;
      if (view) fit(view);
    }
    idle = !picture?.frame(Math.min(elapsed, LONGEST_STEP_S), elapsed);
    settle();
  };

  const repaint = () => {
    idle = false;
    stale = true;
    settle();
  };

  const tellSize = () => ratio && picture?.resize(canvas.width, canvas.height, ratio);

  /** Gives the canvas the size that it is to have; returns whether it had another. */
  const fit = (next: StageView): boolean => {
    const density = Math.min(next.density, maxRatio) * scale * Math.max(share, LEAST_SHARE);
    const width = Math.round(next.width * density);
    const height = Math.round(next.height * density);
    if (ratio && width === canvas.width && height === canvas.height) return false;
    ratio = width * height && density;
    canvas.width = width;
    canvas.height = height;
    tellSize();
    // Sizing a canvas blanks it: without this it would flicker while a window is being resized.
    if (ratio && next.seen && !isStill()) picture?.frame(0, 0);
    return true;
  };

  const stopWatching = stage.watch(canvas, (next) => {
    const turned = view?.calm !== next.calm;
    view = next;
    if (fit(next) || turned) repaint();
    else settle();
  });

  return {
    wake() {
      idle = false;
      settle();
    },
    show(next) {
      picture = next;
      tellSize();
      repaint();
    },
    stop() {
      stopWatching();
      picture = undefined;
      settle();
    },
  };
}
