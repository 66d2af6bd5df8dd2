import { createProgram, type Gl } from '#site/effects/webgl.ts';
import {
  carryDye,
  confine,
  coverVertex,
  diverge,
  projectAndCarry,
  relaxTwice,
  show,
  splat,
} from './shaders.ts';

/** Texture units: each field is always read from its own. */
export const UNIT = { flow: 0, pressure: 1, dye: 2 } as const;

/** A compiled pass: `use` it, `set` its uniforms, draw. */
export interface Pass {
  use(): Pass;
  set(name: string, ...value: number[]): Pass;
  free(): void;
}

const FRAGMENTS = { splat, confine, diverge, relaxTwice, projectAndCarry, carryDye, show };

export type Passes = Record<keyof typeof FRAGMENTS, Pass>;

/** Compiles every pass, or frees what it has and returns undefined when the driver refuses one. */
export function compilePasses(gl: Gl, filtered: boolean): Passes | undefined {
  const passes: Partial<Passes> = {};
  for (const name of Object.keys(FRAGMENTS) as (keyof Passes)[]) {
    const pass = compilePass(gl, `${filtered ? '' : '#define UNFILTERED\n'}${FRAGMENTS[name]}`);
    if (!pass) {
      for (const done of Object.values(passes)) done.free();
      return undefined;
    }
    passes[name] = pass;
  }
  return passes as Passes;
}

function compilePass(gl: Gl, fragment: string): Pass | undefined {
  const program = createProgram(gl, coverVertex, fragment);
  if (!program) return undefined;
  const places = new Map<string, WebGLUniformLocation | null>();
  const place = (name: string) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
    return places.get(name) ?? null;
  };
  gl.useProgram(program);
  for (const [field, unit] of Object.entries(UNIT)) gl.uniform1i(place(field), unit);
  gl.uniform4f(place('box'), 0, 0, 1, 1);
  const pass: Pass = {
    use() {
      gl.useProgram(program);
      return pass;
    },
    set(name, x = 0, ...more) {
      const [y, z, w] = more;
      if (y === undefined) gl.uniform1f(place(name), x);
      else if (z === undefined) gl.uniform2f(place(name), x, y);
      else if (w === undefined) gl.uniform3f(place(name), x, y, z);
      else gl.uniform4f(place(name), x, y, z, w);
      return pass;
    },
    free: () => gl.deleteProgram(program),
  };
  return pass;
}
