import type { PlayOptions } from './lifecycle.ts';
import { type Place, placeIn } from './place.ts';

import { bindTriangle, createPass, playWebgl } from './webgl.ts';

/**
 * The cloth is a height field of three crossing waves, each bent by the ones before, so that folds run together and
 * part. Its slope, lit from the side, gives the sheen; silk shines in a narrow band along each fold.
 */
const silk = /* glsl */ `
uniform float time, amplitude, fold;
uniform vec2 size;
// Aubergine, terracotta, saffron.
const vec3 shadow = vec3(0.106, 0.071, 0.125), halfway = vec3(0.769, 0.333, 0.176), light = vec3(0.941, 0.643, 0.192);

float cloth(vec2 p) {
  float t = time * 0.35;
  vec2 q = mat2(0.86, -0.5, 0.5, 0.86) * p;
  q.y += amplitude * 1.1 * sin(q.x * 1.1 + t);
  q.x += amplitude * 0.9 * sin(q.y * 1.7 - t * 0.8 + 1.3);
  q.y += amplitude * 0.7 * sin(q.x * 2.3 + t * 0.6 + 4.1);
  float pleats = 0.5 + 0.5 * sin(q.x * 1.9 + t * 0.3);
  return 0.55 * sin(q.y * 3.1 + t * 0.5) + 0.28 * sin(q.y * 6.1 + q.x * 1.3 - t * 0.7)
    + pleats * (0.17 * sin(q.y * 12.7 - q.x * 1.7 + t * 0.4) + 0.07 * sin(q.y * 23.0 + q.x * 2.9 - t * 0.5));
}

void main() {
  vec2 at = (2.0 * gl_FragCoord.xy - size) / fold;
  float h = cloth(at);
  vec2 e = vec2(0.012, 0.0);
  vec2 slope = vec2(cloth(at + e.xy) - h, cloth(at + e.yx) - h) / e.x;
  vec3 normal = normalize(vec3(-slope * amplitude * 0.9, 1.0));
  float lit = smoothstep(0.1, 1.0, dot(normal, vec3(-0.744, 0.447, 0.496)));
  float sheen = pow(max(dot(normal, vec3(-0.499, 0.399, 0.769)), 0.0), 26.0);
  float depth = smoothstep(-0.9, 0.9, h);
  vec3 colour = mix(shadow * 0.62, shadow * 1.15, depth);
  colour = mix(colour, mix(shadow, halfway, 0.5), lit * (0.35 + 0.65 * depth));
  colour = mix(colour, mix(halfway, light, 0.45), sheen * (0.1 + 0.38 * depth));
  // Jorge Jimenez's interleaved gradient noise: hides the steps of eight bits a channel.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  gl_FragColor = vec4(colour + (noise - 0.5) / 128.0, 1.0);
}`;

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
