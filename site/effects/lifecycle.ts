import { browserStage, type Stage } from './stage.ts';

/** What an effect paints. Sizes are device pixels, times are seconds. */
export interface Picture {
  /** The canvas is now this large and blank; `ratio` is device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void;
  /** Moves on by `dt` and paints; returns whether anything is left to move. */
  frame(dt: number, now: number): boolean;
  /** Paints the one picture shown to those who ask for reduced motion. */
  still(): void;
  free?(): void;
}

export interface PlayOptions {
  /** The most device pixels per CSS pixel (2). */
  maxRatio?: number | undefined;
  /** Share of those pixels that is really rendered (1); the browser enlarges the picture. */
  scale?: number | undefined;
  stage?: Stage | undefined;
}

export interface Player {
  /** Goes on after `frame` said that nothing was left to move. */
  wake(): void;
  /** Takes another picture, or none while there is nothing to paint with. */
  show(picture: Picture | undefined): void;
  /** Ends everything and frees the picture. */
  stop(): void;
}

/** A tab that comes back, or a slow frame, must not make an effect leap. */
const LONGEST_STEP_S = 0.1;

/**
 * Plays a picture on a canvas that CSS sizes. Frames are asked for only while the tab is shown, the canvas is in
 * sight, the visitor accepts motion and the picture still moves; otherwise nothing at all is scheduled.
 */
export function play(
  canvas: HTMLCanvasElement,
  first: Picture | undefined,
  options: PlayOptions = {},
): Player {
  const { stage = browserStage, maxRatio = 2, scale = 1 } = options;
  let picture = first;
  let ratio = 1;
  let sized = false;
  let tabShown = false;
  let inSight = false;
  let calm = false;
  let idle = false;
  let stale = true;
  let asked: number | undefined;
  let last: number | undefined;

  const seen = () => picture !== undefined && tabShown && inSight && sized;

  const settle = () => {
    if (seen() && !calm && !idle) {
      asked ??= stage.requestFrame(step);
    } else {
      if (asked !== undefined) stage.cancelFrame(asked);
      asked = last = undefined;
    }
    if (seen() && calm && stale) {
      stale = false;
      picture?.still();
    }
  };

  const step = (time: number) => {
    const dt = last === undefined ? 0 : Math.min((time - last) / 1000, LONGEST_STEP_S);
    asked = undefined;
    last = time;
    idle = !picture?.frame(dt, time / 1000);
    settle();
  };

  const repaint = () => {
    idle = false;
    stale = true;
    settle();
  };

  const fit = (width: number, height: number) => {
    ratio = Math.min(stage.pixelRatio(), maxRatio) * scale;
    const w = Math.round(width * ratio);
    const h = Math.round(height * ratio);
    if (sized && w === canvas.width && h === canvas.height) return;
    sized = w * h > 0;
    canvas.width = w;
    canvas.height = h;
    if (sized) picture?.resize(w, h, ratio);
    // Sizing a canvas blanks it: without this it would flicker while a window is being resized.
    if (seen() && !calm) picture?.frame(0, stage.now() / 1000);
    repaint();
  };

  const stops = [
    stage.watchTab((shown) => {
      tabShown = shown;
      settle();
    }),
    stage.watchSight(canvas, (visible) => {
      inSight = visible;
      settle();
    }),
    stage.watchCalm((asksCalm) => {
      calm = asksCalm;
      repaint();
    }),
    stage.watchSize(canvas, fit),
  ];

  return {
    wake() {
      idle = false;
      settle();
    },
    show(next) {
      picture = next;
      if (sized) picture?.resize(canvas.width, canvas.height, ratio);
      repaint();
    },
    stop() {
      for (const stop of stops) stop();
      const leaving = picture;
      picture = undefined;
      settle();
      leaving?.free?.();
    },
  };
}
