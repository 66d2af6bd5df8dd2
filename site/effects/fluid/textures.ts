import type { Gl } from '#site/effects/webgl.ts';

/** A texture that one pass reads while the next version of it is drawn. */
export interface Field {
  /** One of its points, in shares of its width and height. */
  texel: readonly [number, number];
  /** Binds the current version for reading: between its points where `smooth`, else at them. */
  read(smooth?: boolean): void;
  /** Makes the current version the one that is drawn into. */
  drawOnto(): void;
  /** Makes the other version the one that is drawn into; it is the current one from then on. */
  drawNext(): void;
  clear(): void;
  free(): void;
}

/** WebGL 1 has its number for half floats in an extension's object only. */
const HALF_FLOAT_OES = 0x8d61;

/**
 * Switches half floats on. Returns whether the driver reads between the points of such a texture, or undefined where
 * it cannot draw into one: there is no fluid then.
 */
export function enableHalfFloats(gl: Gl): boolean | undefined {
  const [, , , linear] = [
    'EXT_color_buffer_float',
    'EXT_color_buffer_half_float',
    'OES_texture_half_float',
    'OES_texture_half_float_linear',
  ].map((name) => gl.getExtension(name));
  const trial = createField(gl, false, 0, 4, 4);
  const drawn = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  trial.free();
  return drawn ? gl instanceof WebGL2RenderingContext || !!linear : undefined;
}

/** Makes a field that is read from texture unit `unit`. */
export function createField(gl: Gl, canFilter: boolean, unit: number, width: number, height: number): Field {
  const [internal, type] =
    gl instanceof WebGL2RenderingContext ? [gl.RGBA16F, gl.HALF_FLOAT] : [gl.RGBA, HALF_FLOAT_OES];
  const { TEXTURE_2D, FRAMEBUFFER } = gl;
  const makeVersion = () => {
    const texture = gl.createTexture();
    const frame = gl.createFramebuffer();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(TEXTURE_2D, texture);
    gl.texParameteri(TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texImage2D(TEXTURE_2D, 0, internal, width, height, 0, gl.RGBA, type, null);
    gl.bindFramebuffer(FRAMEBUFFER, frame);
    gl.framebufferTexture2D(FRAMEBUFFER, gl.COLOR_ATTACHMENT0, TEXTURE_2D, texture, 0);
    return { texture, frame };
  };
  let current = makeVersion();
  let other = makeVersion();
  const both = [current, other];
  const drawOnto = () => {
    gl.bindFramebuffer(FRAMEBUFFER, current.frame);
    gl.viewport(0, 0, width, height);
  };
  return {
    texel: [1 / width, 1 / height],
    read(smooth = false) {
      // A point is read in one go, a place between points out of four: without a GPU that is most of a frame's time.
      const filter = smooth && canFilter ? gl.LINEAR : gl.NEAREST;
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(TEXTURE_2D, current.texture);
      gl.texParameteri(TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
      gl.texParameteri(TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    },
    drawOnto,
    drawNext() {
      [current, other] = [other, current];
      drawOnto();
    },
    clear() {
      for (const { frame } of both) {
        gl.bindFramebuffer(FRAMEBUFFER, frame);
        gl.clear(gl.COLOR_BUFFER_BIT);
      }
    },
    free() {
      for (const { texture, frame } of both) {
        gl.deleteFramebuffer(frame);
        gl.deleteTexture(texture);
      }
    },
  };
}
