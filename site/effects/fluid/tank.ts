import type { Gl, Pass, Uniforms } from '#site/effects/webgl.ts';
import type { Passes } from './passes.ts';
import {
  CURL,
  DYE,
  DYE_FADE,
  DYE_UNFILTERED,
  GROUND,
  PRESSURE_ITERATIONS,
  PRESSURE_KEPT,
  SIMULATION,
  SPEED_FADE,
  SPLAT_FORCE,
  SPLAT_RADIUS,
} from './settings.ts';
import { createField, type Field } from './textures.ts';

type Vector = readonly [x: number, y: number];

/** Where something moved through the fluid; places in shares of the canvas, from its lower left corner. */
export interface Stroke {
  from: Vector;
  to: Vector;
  colour: readonly [red: number, green: number, blue: number];
}

/** The fluid in its tank: three fields and the passes that move them on. */
export interface Tank {
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
