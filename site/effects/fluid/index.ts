import type { PlayOptions } from '#site/effects/lifecycle.ts';
import { bindFullScreen, playWebgl } from '#site/effects/webgl.ts';
import { followPointers, vivid } from './pointers.ts';
import { compilePasses } from './programs.ts';
import { DEFAULTS, type FluidSettings } from './settings.ts';
import { createTank, type Stroke, type Tank } from './tank.ts';
import { halfFloatFormats } from './textures.ts';

export interface FluidOptions extends PlayOptions, Partial<FluidSettings> {}

/** Longer steps would tear the flow; a slow machine sees it flow slower, and fade on time. */
const LONGEST_STEP_S = 1 / 30;
/** Dye of a pointer that moves, a second. */
const DYE_A_SECOND = 18;
/** Nothing can be seen after the dye has faded this many e-folds. */
const GONE = 10.5;

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
  const settings: FluidSettings = { ...DEFAULTS, ...options };
  const gone = GONE / settings.dyeFade;
  let greeting = settings.greeting;

  const pointers = followPointers(host, () => player.wake());
  const player = playWebgl(
    host,
    (gl) => {
      const formats = halfFloatFormats(gl);
      const passes = formats && compilePasses(gl, formats.filtered);
      if (!formats || !passes) return undefined;
      const buffer = bindFullScreen(gl);
      let tank: Tank | undefined;
      let size: readonly [number, number] = [1, 1];
      let fits = false;
      let asleep = true;
      let last = 0;
      let stirred = 0;

      const greet = (to: Tank) => {
        for (const stroke of GREETING) to.stir(stroke);
      };

      /** A tank of the right size, made only while there is nothing in it to lose. */
      const emptyTank = (): Tank => {
        if (!tank || !fits) {
          tank?.free();
          tank = createTank(gl, passes, formats, settings, size);
          fits = true;
        }
        tank.clear();
        return tank;
      };

      return {
        resize(width, height) {
          size = [width, height];
          fits = false;
        },
        frame(dt, now) {
          const strokes = pointers.take(DYE_A_SECOND * Math.min(Math.max(dt, 1 / 120), LONGEST_STEP_S));
          if (asleep && (strokes.length > 0 || greeting)) {
            tank = emptyTank();
            asleep = false;
            stirred = last = now;
            if (greeting) greet(tank);
            greeting = false;
          }
          tank ??= emptyTank();
          if (strokes.length > 0) stirred = now;
          for (const stroke of strokes) tank.stir(stroke);
          if (!asleep && now - stirred > gone) {
            asleep = true;
            tank.clear();
          }
          if (!asleep) tank.step(Math.min(dt, LONGEST_STEP_S), now - last);
          last = now;
          tank.show(...size);
          return !asleep;
        },
        still() {
          tank = emptyTank();
          asleep = true;
          greet(tank);
          for (let i = 0; i < 14; i++) tank.step(LONGEST_STEP_S / 2, LONGEST_STEP_S / 3);
          tank.show(...size);
        },
        free() {
          tank?.free();
          for (const pass of Object.values(passes)) pass.free();
          gl.deleteBuffer(buffer);
        },
      };
    },
    options,
  );

  return () => {
    pointers.stop();
    player.stop();
  };
}
