import type { PlayOptions } from '#site/effects/lifecycle.ts';
import { type Place, placeIn } from '#site/effects/place.ts';
import { bindTriangle, type Gl, type Pass, playWebgl, type Uniforms } from '#site/effects/webgl.ts';

import { compilePasses, type Passes } from './passes.ts';

import { createField, enableHalfFloats, type Field } from './textures.ts';

/** The specification's numbers for the fluid, and ours where it gives none. */

/** Cells of the simulation along the canvas's short side. */
const SIMULATION = 128;
/** The most points of dye along the short side. */
const DYE = 1440;
/** The same where half floats cannot be filtered. */
const DYE_UNFILTERED = 256;
/** Jacobi steps toward the pressure that keeps the flow free of divergence. */
const PRESSURE_ITERATIONS = 20;
/** Share of the last pressure that the next one starts from. */
const PRESSURE_KEPT = 0.1;
/** Strength of the vorticity confinement. */
const CURL = 3;
/** Size of a splat, in hundredths of the square of the canvas's height. */
const SPLAT_RADIUS = 0.2;
/** Cells a second for a stroke across the whole canvas. */
const SPLAT_FORCE = 6000;
/** How fast the dye and the speed fade, in e-folds a second. */
const DYE_FADE = 3.5;
const SPEED_FADE = 2;
/** What lies under the dye, each channel 0 to 1. */
const GROUND = [0.078, 0.071, 0.059] as const;

type Spot = readonly [x: number, y: number];

interface Finger {
  from: Spot;
  to: Spot;
  hue: number;
}

/**
 * Returns the strokes of every mouse, pen and finger since the last call. Each has the colour of its finger, `strength`
 * strong; `width` and `height` are those of the place, in CSS pixels.
 */
type NewStrokes = (strength: number, width: number, height: number) => Stroke[];

/** The golden ratio: each finger's hue lies far from those before. */
const HUE_STEP = 0.618034;
/** How far along the colour wheel a stroke across the canvas goes. */
const HUE_DRIFT = 0.35;

/** Follows the pointers over a place; `moved` is called at each move. */
function followFingers(place: Place, moved: () => void): NewStrokes {
  const fingers = new Map<number, Finger>();
  let hue = 0.02;

  place.followPointers(({ id, x, y, presence }) => {
    const finger = fingers.get(id);
    if (!presence) fingers.delete(id);
    else if (finger) finger.to = [x, y];
    else {
      hue = (hue + HUE_STEP) % 1;
      fingers.set(id, { from: [x, y], to: [x, y], hue });
    }
    moved();
  });

  return (strength, width, height) => {
    const strokes: Stroke[] = [];
    const share = ([x, y]: Spot) => [x / width, 1 - y / height] as const;
    for (const finger of fingers.values()) {
      const [from, to] = [share(finger.from), share(finger.to)];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (!length) continue;
      finger.hue = (finger.hue + HUE_DRIFT * length) % 1;
      strokes.push({ from, to, colour: vivid(finger.hue, strength) });
      finger.from = finger.to;
    }
    return strokes;
  };
}

/** A full colour of the wheel (0 to 1), `strength` strong. */
export function vivid(hue: number, strength: number): [red: number, green: number, blue: number] {
  const channel = (turn: number) =>
    strength * Math.max(0, Math.min(1, Math.abs(((hue + turn) % 1) * 6 - 3) - 1));
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}

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

type Vector = readonly [x: number, y: number];

/** Where something moved through the fluid; places in shares of the canvas, from its lower left corner. */
interface Stroke {
  from: Vector;
  to: Vector;
  colour: readonly [red: number, green: number, blue: number];
}

/** The fluid in its tank: three fields and the passes that move them on. */
interface Tank {
  stir(stroke: Stroke): void;
  /** Lets the fluid flow for `dt` seconds, and fade for `elapsed`. */
  step(dt: number, elapsed: number): void;
  /** Shows the dye on the whole canvas, which is `width` by `height` by now. */
  show(width: number, height: number): void;
  /** Binds the dye for reading. */
  readDye(): void;
  clear(): void;
  free(): void;
}

/**
 * Fills a tank for a canvas of `width` by `height` device pixels.
 * @param before the tank whose dye it takes over
 */
export function createTank(
  gl: Gl,
  passes: Passes,
  canFilter: boolean,
  [width, height]: Vector,
  before?: Tank,
): Tank {
  const [splat, confine, diverge, relaxTwice, carryFlow, carryDye, showDye] = passes;
  const aspect = width / height;
  const short = Math.min(width, height);
  const field = (unit: number, most: number) =>
    createField(gl, canFilter, unit, Math.round((width * most) / short), Math.round((height * most) / short));
  const flow = field(0, SIMULATION);
  const pressure = field(1, SIMULATION);
  // More dye than the canvas has pixels could not be seen.
  const dye = field(2, Math.min(DYE, canFilter ? short : DYE_UNFILTERED));
  const all = [flow, pressure, dye];
  const radius = (SPLAT_RADIUS / 100) * Math.max(1, aspect);
  // Farther away a splat adds less than a ten-thousandth of its middle.
  const margin = 3 * Math.sqrt(radius);

  for (const pass of passes) {
    pass.set({ aspect, radius, cell: flow.texel, point: dye.texel, curl: CURL, ground: GROUND });
  }
  gl.blendFunc(gl.ONE, gl.ONE);
  if (before) {
    before.readDye();
    dye.drawOnto();
    carryDye.draw({ texel: dye.texel, dt: 0, kept: 1 });
  }

  /** Draws the next version of a field from the current ones. */
  const renew = (target: Field, pass: Pass, values: Uniforms = {}) => {
    target.drawNext();
    pass.draw({ texel: target.texel, ...values });
    target.read();
  };

  /** Adds to a field, inside the splat's own box: the rest of the field is not touched. */
  const add = (target: Field, { from, to }: Stroke, amount: readonly number[]) => {
    const side = (axis: 0 | 1, reach: number) => {
      const length = Math.abs(to[axis] - from[axis]) + 2 * reach;
      return [(from[axis] + to[axis] - length) / 2, length].map((share) =>
        Math.ceil(share / target.texel[axis]),
      );
    };
    const [left = 0, breadth = 0] = side(0, margin / aspect);
    const [bottom = 0, rise = 0] = side(1, margin);
    target.drawOnto();
    gl.viewport(left, bottom, breadth, rise);
    splat.draw({ texel: target.texel, start: from, end: to, amount });
  };

  return {
    stir(stroke) {
      const { from, to, colour } = stroke;
      const speed = ([0, 1] as const).map((axis) => (to[axis] - from[axis]) * SPLAT_FORCE);
      gl.enable(gl.BLEND);
      add(flow, stroke, [...speed, 0]);
      add(dye, stroke, colour);
      gl.disable(gl.BLEND);
    },
    step(dt, elapsed) {
      for (const each of all) each.read();
      renew(flow, confine, { dt });
      renew(pressure, diverge, { kept: PRESSURE_KEPT });
      for (let done = 0; done < PRESSURE_ITERATIONS; done += 2) renew(pressure, relaxTwice);
      for (const each of all) each.read(true);
      renew(flow, carryFlow, { dt, kept: Math.exp(-SPEED_FADE * elapsed) });
      flow.read(true);
      renew(dye, carryDye, { dt, kept: Math.exp(-DYE_FADE * elapsed) });
    },
    show(canvasWidth, canvasHeight) {
      const texel = [1 / canvasWidth, 1 / canvasHeight];
      dye.read(dye.texel[0] !== texel[0]);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, canvasWidth, canvasHeight);
      showDye.draw({ texel });
    },
    readDye: () => dye.read(true),
    clear() {
      for (const each of all) each.clear();
    },
    free() {
      for (const each of all) each.free();
    },
  };
}
