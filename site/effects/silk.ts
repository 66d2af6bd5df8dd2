import type { PlayOptions } from './lifecycle.ts';
import { silkFragment, silkVertex } from './silk-shader.ts';
import { bindFullScreen, createProgram, playWebgl } from './webgl.ts';

type Colour = readonly [red: number, green: number, blue: number];

export interface SilkOptions extends PlayOptions {
  /** How fast the folds wander (0.4). */
  speed?: number;
  /** How deep the folds are (0.3). */
  amplitude?: number;
  /** The cloth in shadow, in half light and in full light, each channel 0 to 1. */
  colours?: readonly [Colour, Colour, Colour];
}

const AUBERGINE: Colour = [0.106, 0.071, 0.125];
const TERRACOTTA: Colour = [0.769, 0.333, 0.176];
const SAFFRON: Colour = [0.941, 0.643, 0.192];
/** The hour of the still picture, and of the first frame: one where the folds lie well. */
const STILL_S = 31;
const PHONE_PX = 390;

/** A slow silk of light that fills the host, dark enough for cream text. Returns what ends it. */
export function mount(host: HTMLElement, options: SilkOptions = {}): () => void {
  const { speed = 0.4, amplitude = 0.3, colours = [AUBERGINE, TERRACOTTA, SAFFRON] } = options;
  let time = STILL_S;

  const player = playWebgl(
    host,
    (gl) => {
      const program = createProgram(gl, silkVertex, silkFragment);
      if (!program) return undefined;
      const buffer = bindFullScreen(gl);
      gl.useProgram(program);
      const uniform = (name: string) => gl.getUniformLocation(program, name);
      gl.uniform1f(uniform('amplitude'), amplitude);
      for (const [i, name] of ['shadow', 'halfway', 'light'].entries()) {
        gl.uniform3fv(uniform(name), colours[i] ?? AUBERGINE);
      }
      const at = { reach: uniform('reach'), time: uniform('time') };
      const draw = () => {
        gl.uniform1f(at.time, time * speed);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
      };
      return {
        resize(width, height, ratio) {
          // A large screen shows more folds and larger ones.
          const fold = Math.sqrt(Math.min(width, height) * PHONE_PX * ratio);
          gl.viewport(0, 0, width, height);
          gl.uniform2f(at.reach, width / fold, height / fold);
        },
        frame(dt) {
          time += dt;
          draw();
          return true;
        },
        still() {
          time = STILL_S;
          draw();
        },
        free() {
          gl.deleteProgram(program);
          gl.deleteBuffer(buffer);
        },
      };
    },
    // Folds are broad: half the pixels, enlarged by the browser, look the same for a quarter of the work.
    { scale: 0.5, ...options },
  );
  return () => player.stop();
}
