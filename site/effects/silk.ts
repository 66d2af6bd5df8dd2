import type { PlayOptions } from './lifecycle.ts';
import { type Place, placeIn } from './place.ts';
import { silk } from './silk-shader.ts';
import { bindTriangle, createPass, playWebgl } from './webgl.ts';

/** How fast the folds wander, and how deep they are. */
const SPEED = 0.4;
const AMPLITUDE = 0.3;
/** Seconds into the animation of its first frame and of the still picture: the folds look good there. */
const STILL_S = 31;
const PHONE_PX = 390;

/** A slow silk of light that fills the host, dark enough for cream text. Returns what ends it. */
export function mount(host: HTMLElement, options: PlayOptions = {}): () => void {
  return paintSilk(placeIn(host, options.stage), options);
}

/** Paints it in a place; returns what ends it. */
export function paintSilk(place: Place, options: PlayOptions = {}): () => void {
  let time = STILL_S;

  const player = playWebgl(
    place,
    (gl) => {
      const cloth = createPass(gl, silk);
      if (!cloth) return undefined;
      bindTriangle(gl);
      cloth.set({ amplitude: AMPLITUDE });
      const still = () => cloth.draw({ time: time * SPEED });
      return {
        resize(width, height, ratio) {
          // A large screen shows more folds and larger ones.
          const fold = Math.sqrt(Math.min(width, height) * PHONE_PX * ratio);
          gl.viewport(0, 0, width, height);
          cloth.set({ fold, size: [width, height] });
        },
        frame(dt) {
          time += dt;
          still();
          return true;
        },
        still,
      };
    },
    // Folds are broad: half the pixels, enlarged by the browser, look the same for a quarter of the work.
    { scale: 0.5, ...options },
  );
  return player.stop;
}
