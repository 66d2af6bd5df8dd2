// Runs in a browser: the fluid over strokes that are always the same.

import { createTank, vivid } from '#site/effects/fluid/index.ts';
import { compilePasses } from '#site/effects/fluid/passes.ts';
import { enableHalfFloats } from '#site/effects/fluid/textures.ts';
import { bindTriangle } from '#site/effects/webgl.ts';

/** The brightness (0 to 255) of every pixel of the fluid after `frames` of 1/60 s, with one stroke in each. */
export function fluidPicture(width: number, height: number, frames: number): number[] {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  const canFilter = gl && enableHalfFloats(gl);
  const passes = canFilter && compilePasses(gl, canFilter);
  if (!gl || !passes) throw new Error('the fluid cannot be drawn here');
  bindTriangle(gl);
  const fluid = createTank(gl, passes, true, [width, height]);
  for (let i = 0; i < frames; i++) {
    fluid.stir({ from: placeAt(i), to: placeAt(i + 1), colour: vivid((0.1 + i * 0.006) % 1, 0.3) });
    fluid.step(1 / 60, 1 / 60);
  }
  fluid.show(width, height);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return Array.from({ length: width * height }, (_, i) =>
    [0.299, 0.587, 0.114].reduce((sum, share, c) => sum + share * (pixels[4 * i + c] ?? 0), 0),
  );
}

const placeAt = (i: number) =>
  [0.5 + 0.36 * Math.sin(i * 0.041 + 0.4), 0.5 + 0.34 * Math.cos(i * 0.067)] as const;
