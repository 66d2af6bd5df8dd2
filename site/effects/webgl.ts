import { type Picture, type Player, type PlayOptions, play } from './lifecycle.ts';
import type { Place } from './place.ts';

export type Gl = WebGLRenderingContext | WebGL2RenderingContext;

const ATTRIBUTES: WebGLContextAttributes = { alpha: false, antialias: false, depth: false };

/** Frames that take longer than this, in seconds, are too slow; savers of energy give one in 1/30 s. */
const SLOW_S = 1 / 20;

/**
 * Plays a WebGL picture in a place, with fewer pixels where frames are slow; builds it again after a lost context.
 * Where there is no WebGL, or a shader is refused, it gives the place up. `stop` gives the context back.
 */
export function playWebgl(
  place: Place,
  build: (gl: Gl) => Picture | undefined,
  options: PlayOptions,
): Pick<Player, 'wake' | 'stop'> {
  const { canvas, stage } = place;
  const gl = canvas.getContext('webgl2', ATTRIBUTES) ?? canvas.getContext('webgl', ATTRIBUTES);
  const picture = gl && buildOn(gl, build);
  const player = picture && play(canvas, picture, { slow: SLOW_S, ...options, stage });

  if (player) {
    canvas.addEventListener('webglcontextlost', (event) => {
      // Without this the browser never gives the context back.
      event.preventDefault();
      player.show(undefined);
    });
    canvas.addEventListener('webglcontextrestored', () => player.show(buildOn(gl, build)));
  } else {
    place.giveUp();
  }

  return {
    wake: () => player?.wake(),
    stop() {
      player?.stop();
      // A page may hold a few contexts only: give ours back now, not at the next garbage collection.
      gl?.getExtension('WEBGL_lose_context')?.loseContext();
      place.leave();
    },
  };
}

/**
 * A picture that is busy until its pixels are there. Browsers take the commands of a dozen frames before they hold a
 * program up, and whatever else they draw then waits behind them.
 */
function buildOn(gl: Gl, build: (gl: Gl) => Picture | undefined): Picture | undefined {
  const picture = build(gl);
  if (!picture || !('fenceSync' in gl)) return picture;
  let drawn: WebGLSync | null = null;
  return {
    ...picture,
    frame(dt, elapsed) {
      const moves = picture.frame(dt, elapsed);
      gl.deleteSync(drawn);
      drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      return moves;
    },
    isBusy: () => !!drawn && gl.clientWaitSync(drawn, gl.SYNC_FLUSH_COMMANDS_BIT, 0) === gl.TIMEOUT_EXPIRED,
  };
}

/** Uniforms by name, a number or a vector each; a name that a program does not know is passed over. */
export type Uniforms = Record<string, number | readonly number[]>;

/** One program that covers the viewport. */
export interface Pass {
  set(values: Uniforms): void;
  /** Sets the last of them, and covers the viewport of whatever is being drawn into. */
  draw(values: Uniforms): void;
}

const VERTEX = /* glsl */ `
attribute vec4 corner;
void main() { gl_Position = corner; }`;

/**
 * Compiles a pass, in which each of the `samplers` reads the texture unit of its rank. Returns undefined when the
 * driver refuses it, after the compiler's words in the console.
 */
export function createPass(gl: Gl, fragment: string, samplers: readonly string[] = []): Pass | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, `precision highp float;${fragment}`],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    // biome-ignore lint/suspicious/noConsole: a driver's refusal can be read nowhere else.
    console.error(gl.getProgramInfoLog(program));
    return undefined;
  }
  const locationOf = (name: string) => gl.getUniformLocation(program, name);
  const set: Pass['set'] = (values) => {
    gl.useProgram(program);
    for (const [name, value] of Object.entries(values)) {
      const vector = [value].flat();
      gl[`uniform${vector.length as 1 | 2 | 3 | 4}fv`](locationOf(name), vector);
    }
  };
  gl.useProgram(program);
  for (const [unit, name] of samplers.entries()) gl.uniform1i(locationOf(name), unit);
  return {
    set,
    draw(values) {
      set(values);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}

/** Gives the passes of a context the one triangle that they all draw: it covers everything. */
export function bindTriangle(gl: Gl): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  // A pass has one attribute, which is therefore its first.
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
}
