import type { Gl } from '#site/effects/webgl.ts';
import { type Pass, type Passes, UNIT } from './programs.ts';
import { DYE_UNFILTERED, type FluidSettings } from './settings.ts';
import { createField, type Field, type Formats } from './textures.ts';

/** Where something moved through the fluid; places in shares of the canvas, from its lower left corner. */
export interface Stroke {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  colour: readonly [red: number, green: number, blue: number];
}

/** The fluid in its tank: three fields and the passes that move them on. */
export interface Tank {
  stir(stroke: Stroke): void;
  /** Lets the fluid flow for `dt` seconds, and fade for `elapsed`. */
  step(dt: number, elapsed: number): void;
  show(width: number, height: number): void;
  clear(): void;
  free(): void;
}

/** A splat is drawn as far as it adds a ten-thousandth of its middle. */
const REACH = Math.sqrt(Math.log(10_000));

/** Fills a tank for a canvas of `width` by `height` device pixels. */
export function createTank(
  gl: Gl,
  passes: Passes,
  formats: Formats,
  settings: FluidSettings,
  [width, height]: readonly [width: number, height: number],
): Tank {
  const aspect = width / height;
  const short = Math.min(width, height);
  const sized = (most: number) => {
    const scale = most / short;
    return [Math.round(width * scale), Math.round(height * scale)] as const;
  };
  const simulation = sized(settings.simulation);
  // More dye than the canvas has pixels could not be seen.
  const dyeSize = sized(Math.min(settings.dye, formats.filtered ? short : DYE_UNFILTERED));
  const field = (kind: 'pair' | 'colour', [w, h]: readonly [number, number]) =>
    createField(gl, formats[kind], w, h, formats.filtered);
  const flow = field('pair', simulation);
  const pressure = field('pair', simulation);
  const dye = field('colour', dyeSize);
  const cell = [1 / simulation[0], 1 / simulation[1]] as const;
  const radius = (settings.splatRadius / 100) * Math.max(1, aspect);

  passes.splat.use().set('aspect', aspect).set('radius', radius);
  passes.confine
    .use()
    .set('cell', ...cell)
    .set('strength', settings.curl);
  passes.diverge
    .use()
    .set('cell', ...cell)
    .set('kept', settings.pressureKept);
  passes.relaxTwice.use().set('cell', ...cell);
  passes.projectAndCarry
    .use()
    .set('cell', ...cell)
    .set('size', ...simulation);
  passes.carryDye
    .use()
    .set('cell', ...cell)
    .set('size', ...simulation)
    .set('dyeSize', ...dyeSize);
  passes.show
    .use()
    .set('dyeSize', ...dyeSize)
    .set('ground', ...settings.ground);

  const draw = () => gl.drawArrays(gl.TRIANGLES, 0, 3);

  /** Draws the next version of a field from the current ones. */
  const renew = (target: Field, unit: number, pass: Pass) => {
    pass.use();
    target.drawNext();
    draw();
    target.read(unit);
  };

  const add = (target: Field, { from, to }: Stroke, amount: readonly [number, number, number]) => {
    target.drawOnto();
    const reach = REACH * Math.sqrt(radius);
    const edge = (axis: 0 | 1, size: number, margin: number) => {
      const low = Math.floor((Math.min(from[axis], to[axis]) - margin) * size);
      const high = Math.ceil((Math.max(from[axis], to[axis]) + margin) * size);
      return [Math.max(0, low), Math.min(size, high)] as const;
    };
    const [left, right] = edge(0, target.width, reach / aspect);
    const [bottom, top] = edge(1, target.height, reach);
    if (right <= left || top <= bottom) return;
    // The viewport is the splat's own box: the rest of the field is not touched.
    gl.viewport(left, bottom, right - left, top - bottom);
    passes.splat
      .set('box', left / target.width, bottom / target.height, right / target.width, top / target.height)
      .set('amount', ...amount);
    draw();
  };

  return {
    stir(stroke) {
      const { from, to, colour } = stroke;
      passes.splat
        .use()
        .set('start', from[0] * aspect, from[1])
        .set('end', to[0] * aspect, to[1]);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE);
      const force = settings.splatForce;
      add(flow, stroke, [(to[0] - from[0]) * force, (to[1] - from[1]) * force, 0]);
      add(dye, stroke, colour);
      gl.disable(gl.BLEND);
    },
    step(dt, elapsed) {
      flow.read(UNIT.flow);
      pressure.read(UNIT.pressure);
      dye.read(UNIT.dye);
      passes.confine.use().set('dt', dt);
      renew(flow, UNIT.flow, passes.confine);
      renew(pressure, UNIT.pressure, passes.diverge);
      for (let done = 0; done < settings.pressureIterations; done += 2) {
        renew(pressure, UNIT.pressure, passes.relaxTwice);
      }
      passes.projectAndCarry
        .use()
        .set('dt', dt)
        .set('kept', Math.exp(-settings.speedFade * elapsed));
      renew(flow, UNIT.flow, passes.projectAndCarry);
      passes.carryDye
        .use()
        .set('dt', dt)
        .set('kept', Math.exp(-settings.dyeFade * elapsed));
      renew(dye, UNIT.dye, passes.carryDye);
    },
    show(canvasWidth, canvasHeight) {
      dye.read(UNIT.dye);
      passes.show.use();
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, canvasWidth, canvasHeight);
      draw();
    },
    clear() {
      for (const each of [flow, pressure, dye]) each.clear();
    },
    free() {
      for (const each of [flow, pressure, dye]) each.free();
    },
  };
}
