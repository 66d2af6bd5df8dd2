import type { PlayOptions } from '#site/effects/lifecycle.ts';
import { type Place, placeIn } from '#site/effects/place.ts';
import { bindTriangle, playWebgl } from '#site/effects/webgl.ts';
import { followFingers, vivid } from './fingers.ts';
import { compilePasses } from './passes.ts';
import { DYE_FADE } from './settings.ts';
import { createTank, type Stroke, type Tank } from './tank.ts';
import { enableHalfFloats } from './textures.ts';

export interface FluidOptions extends PlayOptions {
  /** Whether first strokes show what the picture can do (true). */
  greeting?: boolean;
}

/** Longer steps would tear the flow; a slow machine sees it flow slower, and fade on time. */
const LONGEST_STEP_S = 1 / 30;
/** Dye of a pointer that moves, a second. */
const DYE_A_SECOND = 18;
/** Nothing can be seen after the dye has faded this many seconds: 10.5 e-folds. */
const GONE_S = 10.5 / DYE_FADE;

/** A few strokes that meet: the first thing to be seen, and the still picture under reduced motion. */
const GREETING: Stroke[] = [
  { from: [0.18, 0.3], to: [0.3, 0.52], colour: vivid(0.02, 2.6) },
  { from: [0.82, 0.72], to: [0.68, 0.5], colour: vivid(0.6, 2.6) },
  { from: [0.36, 0.78], to: [0.48, 0.66], colour: vivid(0.1, 2) },
  { from: [0.64, 0.2], to: [0.52, 0.34], colour: vivid(0.8, 2) },
];

/**
 * A fluid that the mouse and every finger stir, each with its own colour. It sleeps, without a single draw, once the
 * dye has faded. The host's CSS should say `touch-action: none`, so that fingers stir rather than scroll.
 * Returns what ends it.
 */
export function mount(host: HTMLElement, options: FluidOptions = {}): () => void {
  return paintFluid(placeIn(host, options.stage), options);
}

/** Paints it in a place; returns what ends it. */
export function paintFluid(place: Place, options: FluidOptions = {}): () => void {
  const newStrokes = followFingers(place, () => player.wake());
  const player = playWebgl(
    place,
    (gl) => {
      const canFilter = enableHalfFloats(gl);
      const passes = canFilter !== undefined && compilePasses(gl, canFilter);
      if (!passes) return undefined;
      bindTriangle(gl);
      let tank: Tank | undefined;
      let size: readonly [number, number] = [1, 1];
      let ratio = 1;
      let fits = false;
      let { greeting = true } = options;
      /** Seconds since something last moved in it. */
      let quiet = Number.POSITIVE_INFINITY;

      /** A tank of the right size, with the dye of the one before. */
      const fittingTank = (): Tank => {
        if (tank && fits) return tank;
        const before = tank;
        tank = createTank(gl, passes, canFilter, size, before);
        before?.free();
        fits = true;
        return tank;
      };

      return {
        resize(width, height, pixels) {
          size = [width, height];
          ratio = pixels;
          fits = false;
        },
        frame(dt, elapsed) {
          const strength = DYE_A_SECOND * Math.min(Math.max(dt, 1 / 120), LONGEST_STEP_S);
          const strokes = newStrokes(strength, size[0] / ratio, size[1] / ratio);
          if (greeting) strokes.push(...GREETING);
          greeting = false;
          const empty = !tank || quiet > GONE_S;
          // While a window is being resized, once a frame and not at every size.
          const now = empty || elapsed || !tank ? fittingTank() : tank;
          if (empty) now.clear();
          quiet = strokes.length > 0 ? 0 : quiet + elapsed;
          for (const stroke of strokes) now.stir(stroke);
          const awake = quiet <= GONE_S;
          if (awake) now.step(Math.min(dt, LONGEST_STEP_S), elapsed);
          now.show(...size);
          return awake;
        },
        still() {
          const now = fittingTank();
          now.clear();
          for (const stroke of GREETING) now.stir(stroke);
          for (let i = 0; i < 14; i++) now.step(LONGEST_STEP_S / 2, LONGEST_STEP_S / 3);
          now.show(...size);
        },
      };
    },
    // Dye is soft: finer points than these would cost memory and time, and show nothing.
    { maxRatio: 1.2, ...options },
  );
  return player.stop;
}
