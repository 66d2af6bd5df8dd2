import { listen } from '#site/effects/stage.ts';
import type { Stroke } from './tank.ts';

interface Finger {
  from: [x: number, y: number];
  to: [x: number, y: number];
  hue: number;
}

/** Every mouse, pen and finger over an element, and the strokes they have made since they were last asked for. */
export interface Pointers {
  /** Takes the strokes away; each has the colour of its finger, `strength` strong. */
  take(strength: number): Stroke[];
  stop(): void;
}

/** The golden ratio: each finger's hue lies far from those before. */
const HUE_STEP = 0.618034;
/** How far along the colour wheel a stroke across the canvas goes. */
const HUE_DRIFT = 0.35;

/** Follows the pointers over `host`; `moved` is called at each move. */
export function followPointers(host: HTMLElement, moved: () => void): Pointers {
  const fingers = new Map<number, Finger>();
  const ended = new AbortController();
  let hue = 0.02;

  const place = (event: PointerEvent): [number, number] => {
    const box = host.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
  };
  const move = (event: PointerEvent) => {
    const to = place(event);
    const finger = fingers.get(event.pointerId);
    if (finger) finger.to = to;
    else {
      hue = (hue + HUE_STEP) % 1;
      fingers.set(event.pointerId, { from: to, to, hue });
    }
    moved();
  };
  const leave = (event: PointerEvent) => void fingers.delete(event.pointerId);

  listen(ended, host, 'pointerdown pointermove', move);
  listen(ended, host, 'pointerleave pointercancel', leave);

  return {
    take(strength) {
      const strokes: Stroke[] = [];
      for (const finger of fingers.values()) {
        const { from, to } = finger;
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        if (!length) continue;
        finger.hue = (finger.hue + HUE_DRIFT * length) % 1;
        strokes.push({ from, to, colour: vivid(finger.hue, strength) });
        finger.from = to;
      }
      return strokes;
    },
    stop: () => ended.abort(),
  };
}

/** A full colour of the wheel (0 to 1), `strength` strong. */
export function vivid(hue: number, strength: number): [red: number, green: number, blue: number] {
  const channel = (turn: number) =>
    strength * Math.max(0, Math.min(1, Math.abs(((hue + turn) % 1) * 6 - 3) - 1));
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}
