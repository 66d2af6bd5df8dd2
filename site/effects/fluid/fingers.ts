import type { Place } from '#site/effects/place.ts';
import type { Stroke } from './tank.ts';

type Spot = readonly [x: number, y: number];

interface Finger {
  from: Spot;
  to: Spot;
  hue: number;
}

/**
 * Returns the strokes of every mouse, pen and finger since the last call. Each has the colour of its finger, `strength`
 * strong; `width` and `height` are those of the place, in CSS pixels.
 */
type NewStrokes = (strength: number, width: number, height: number) => Stroke[];

/** The golden ratio: each finger's hue lies far from those before. */
const HUE_STEP = 0.618034;
/** How far along the colour wheel a stroke across the canvas goes. */
const HUE_DRIFT = 0.35;

/** Follows the pointers over a place; `moved` is called at each move. */
export function followFingers(place: Place, moved: () => void): NewStrokes {
  const fingers = new Map<number, Finger>();
  let hue = 0.02;

  place.followPointers(({ id, x, y, presence }) => {
    const finger = fingers.get(id);
    if (!presence) fingers.delete(id);
    else if (finger) finger.to = [x, y];
    else {
      hue = (hue + HUE_STEP) % 1;
      fingers.set(id, { from: [x, y], to: [x, y], hue });
    }
    moved();
  });

  return (strength, width, height) => {
    const strokes: Stroke[] = [];
    const share = ([x, y]: Spot) => [x / width, 1 - y / height] as const;
    for (const finger of fingers.values()) {
      const [from, to] = [share(finger.from), share(finger.to)];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (!length) continue;
      finger.hue = (finger.hue + HUE_DRIFT * length) % 1;
      strokes.push({ from, to, colour: vivid(finger.hue, strength) });
      finger.from = finger.to;
    }
    return strokes;
  };
}

/** A full colour of the wheel (0 to 1), `strength` strong. */
export function vivid(hue: number, strength: number): [red: number, green: number, blue: number] {
  const channel = (turn: number) =>
    strength * Math.max(0, Math.min(1, Math.abs(((hue + turn) % 1) * 6 - 3) - 1));
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}
