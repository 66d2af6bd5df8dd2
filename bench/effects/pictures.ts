// Runs in a browser: the fluid that ships and its unmerged reference, over the same strokes.

import { vivid } from '#site/effects/fluid/fingers.ts';
import { compilePasses } from '#site/effects/fluid/passes.ts';
import { createTank } from '#site/effects/fluid/tank.ts';
import { enableHalfFloats } from '#site/effects/fluid/textures.ts';
import { bindTriangle, type Gl } from '#site/effects/webgl.ts';
import { createUnmerged } from './unmerged.ts';

interface Fluid {
  stir(stroke: ReturnType<typeof strokeAt>): void;
  step(dt: number, elapsed: number): void;
  show(width: number, height: number): void;
}

/** The brightness (0 to 255) of every pixel of both, after `frames` of 1/60 s. */
export function pictures(
  width: number,
  height: number,
  frames: number,
): { shipped: number[]; reference: number[] } {
  return {
    shipped: play(width, height, frames, (gl) => {
      const canFilter = enableHalfFloats(gl);
      const passes = canFilter && compilePasses(gl, canFilter);
      if (!passes) throw new Error('the fluid cannot be drawn here');
      bindTriangle(gl);
      return createTank(gl, passes, true, [width, height]);
    }),
    reference: play(width, height, frames, (gl) => createUnmerged(gl, width, height)),
  };
}

function play(width: number, height: number, frames: number, build: (gl: Gl) => Fluid): number[] {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error('no WebGL 2 here');
  const fluid = build(gl);
  for (let i = 0; i < frames; i++) {
    fluid.stir(strokeAt(i));
    fluid.step(1 / 60, 1 / 60);
  }
  fluid.show(width, height);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return Array.from({ length: width * height }, (_, i) =>
    [0.299, 0.587, 0.114].reduce((sum, share, c) => sum + share * (pixels[4 * i + c] ?? 0), 0),
  );
}

function strokeAt(frame: number) {
  const place = (i: number) =>
    [0.5 + 0.36 * Math.sin(i * 0.041 + 0.4), 0.5 + 0.34 * Math.cos(i * 0.067)] as const;
  return { from: place(frame), to: place(frame + 1), colour: vivid((0.1 + frame * 0.006) % 1, 0.3) };
}
