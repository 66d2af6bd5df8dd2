import { type Surface, surfaceIn } from './canvas.ts';
import { type Picture, type Player, type PlayOptions, play } from './lifecycle.ts';

export type Gl = WebGLRenderingContext | WebGL2RenderingContext;

const ATTRIBUTES: WebGLContextAttributes = {
  alpha: false,
  antialias: false,
  depth: false,
  stencil: false,
  powerPreference: 'low-power',
};

function log(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the console.
  console.error(message);
}

/**
 * Plays a WebGL picture in `host`, builds it again after a lost context. Where there is no WebGL, or a shader is
 * refused, it says so in the console, marks the host with `data-effect="off"` and leaves its CSS background alone.
 */
export function playWebgl(
  host: HTMLElement,
  build: (gl: Gl, canvas: HTMLCanvasElement) => Picture | undefined,
  options: PlayOptions = {},
): Player {
  const surface = surfaceIn(host);
  const { canvas } = surface;
  const gl = canvas.getContext('webgl2', ATTRIBUTES) ?? canvas.getContext('webgl', ATTRIBUTES);
  const picture = gl && build(gl, canvas);
  if (!gl || !picture) {
    log('unable to create webgl context');
    return off(host, surface);
  }

  host.dataset.effect = 'on';
  const player = play(canvas, picture, options);
  const lost = (event: Event) => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    player.show(undefined);
  };
  const restored = () => player.show(build(gl, canvas));
  canvas.addEventListener('webglcontextlost', lost);
  canvas.addEventListener('webglcontextrestored', restored);

  return {
    ...player,
    stop() {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
      player.stop();
      // A page may hold a few contexts only: give ours back now, not at the next garbage collection.
      if (canvas !== host) gl.getExtension('WEBGL_lose_context')?.loseContext();
      surface.remove();
      delete host.dataset.effect;
    },
  };
}

function off(host: HTMLElement, surface: Surface): Player {
  surface.remove();
  host.dataset.effect = 'off';
  return {
    wake() {},
    show() {},
    stop() {
      delete host.dataset.effect;
    },
  };
}

/** Compiles and links; logs the compiler's words and returns undefined when the driver refuses. */
export function createProgram(gl: Gl, vertex: string, fragment: string): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    const words = gl.getShaderInfoLog(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      log(`shader refused: ${words}`);
    gl.deleteShader(shader);
  }
  gl.bindAttribLocation(program, 0, 'corner');
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  gl.deleteProgram(program);
  return undefined;
}

/** One triangle that covers the picture, left bound to attribute 0 (`corner`, in clip space). */
export function bindFullScreen(gl: Gl): WebGLBuffer {
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  return buffer;
}
