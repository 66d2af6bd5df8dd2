import type { Gl } from '#site/effects/webgl.ts';

interface Format {
  internal: number;
  format: number;
  type: number;
}

/** The half-float formats that this driver can draw into, and whether it can filter them. */
export interface Formats {
  pair: Format;
  colour: Format;
  filtered: boolean;
}

/** A texture that one pass reads while the next version of it is drawn. */
export interface Field {
  width: number;
  height: number;
  /** Binds the current version for reading, on a texture unit. */
  read(unit: number): void;
  /** Makes the current version the one that is drawn into. */
  drawOnto(): void;
  /** Makes the other version the one that is drawn into; it is the current one from then on. */
  drawNext(): void;
  clear(): void;
  free(): void;
}

/** Returns undefined where half floats cannot be drawn into: there is no fluid then. */
export function halfFloatFormats(gl: Gl): Formats | undefined {
  if (gl instanceof WebGL2RenderingContext) {
    if (!gl.getExtension('EXT_color_buffer_float')) gl.getExtension('EXT_color_buffer_half_float');
    const type = gl.HALF_FLOAT;
    const colour = { internal: gl.RGBA16F, format: gl.RGBA, type };
    const pair = { internal: gl.RG16F, format: gl.RG, type };
    if (!canDrawInto(gl, colour)) return undefined;
    return { pair: canDrawInto(gl, pair) ? pair : colour, colour, filtered: true };
  }
  const half = gl.getExtension('OES_texture_half_float');
  gl.getExtension('EXT_color_buffer_half_float');
  if (!half) return undefined;
  const colour = { internal: gl.RGBA, format: gl.RGBA, type: half.HALF_FLOAT_OES };
  if (!canDrawInto(gl, colour)) return undefined;
  return { pair: colour, colour, filtered: gl.getExtension('OES_texture_half_float_linear') !== null };
}

function canDrawInto(gl: Gl, format: Format): boolean {
  const version = makeVersion(gl, format, 4, 4, false);
  const complete = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  freeVersion(gl, version);
  return complete;
}

interface Version {
  texture: WebGLTexture;
  frame: WebGLFramebuffer;
}

function makeVersion(gl: Gl, kind: Format, width: number, height: number, filtered: boolean): Version {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const filter = filtered ? gl.LINEAR : gl.NEAREST;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texImage2D(gl.TEXTURE_2D, 0, kind.internal, width, height, 0, kind.format, kind.type, null);
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return { texture, frame };
}

function freeVersion(gl: Gl, { texture, frame }: Version): void {
  gl.deleteFramebuffer(frame);
  gl.deleteTexture(texture);
}

export function createField(gl: Gl, kind: Format, width: number, height: number, filtered: boolean): Field {
  let current = makeVersion(gl, kind, width, height, filtered);
  let other = makeVersion(gl, kind, width, height, filtered);
  const drawOnto = () => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, current.frame);
    gl.viewport(0, 0, width, height);
  };
  return {
    width,
    height,
    read(unit) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, current.texture);
    },
    drawOnto,
    drawNext() {
      [current, other] = [other, current];
      drawOnto();
    },
    clear() {
      gl.clearColor(0, 0, 0, 0);
      for (const { frame } of [current, other]) {
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        gl.clear(gl.COLOR_BUFFER_BIT);
      }
    },
    free() {
      freeVersion(gl, current);
      freeVersion(gl, other);
    },
  };
}
