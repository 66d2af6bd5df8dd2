import { listen } from './stage.ts';

/** Where a pointer is, in CSS pixels from an element's corner; `presence` is 1 over the element, else 0. */
export interface Aim {
  x: number;
  y: number;
  presence: number;
}

/** A pointer, eased: it follows where it was last aimed, `presence` going from 0 to 1 when it comes. */
export interface Pointer extends Aim {
  /** Lets `dt` seconds go by. */
  follow(dt: number): void;
  aim(at: Aim): void;
}

/** Seconds in which most of the way to the real pointer is gone. */
const LAG_S = 0.18;
const PRESENCE_S = 0.5;

/** A pointer that is nowhere yet. */
export function easedPointer(): Pointer {
  let target: Aim = { x: 0, y: 0, presence: 0 };
  const pointer: Pointer = {
    ...target,
    follow(dt) {
      const near = 1 - Math.exp(-dt / LAG_S);
      pointer.x += (target.x - pointer.x) * near;
      pointer.y += (target.y - pointer.y) * near;
      pointer.presence += (target.presence - pointer.presence) * (1 - Math.exp(-dt / PRESENCE_S));
    },
    aim(at) {
      target = at;
      // Someone who comes back appears there: nothing flies across the picture.
      if (at.presence && pointer.presence < 0.05) Object.assign(pointer, { x: at.x, y: at.y });
    },
  };
  return pointer;
}

/** Tells where the pointer goes over `element`, also above what lies in front of it; returns what ends it. */
export function watchPointer(element: HTMLElement, told: (aim: Aim) => void): () => void {
  const ended = new AbortController();
  let last: Aim = { x: 0, y: 0, presence: 0 };
  const tell = (aim: Partial<Aim>) => {
    last = { ...last, ...aim };
    told(last);
  };
  const come = (event: PointerEvent) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const inside = x >= 0 && y >= 0 && x < box.width && y < box.height;
    if (inside) tell({ x, y, presence: 1 });
    else if (last.presence) tell({ presence: 0 });
  };
  const leave = (event: PointerEvent) => {
    // A mouse that lets go is still there.
    if (event.type !== 'pointerup' || event.pointerType !== 'mouse') tell({ presence: 0 });
  };
  listen(ended, window, 'pointermove pointerdown', come);
  listen(ended, window, 'pointerup pointercancel', leave);
  listen(ended, document.documentElement, 'pointerleave', leave);
  return () => ended.abort();
}
