import { listen } from './stage.ts';

/** Where a pointer is, in CSS pixels from an element's corner; `presence` is 1 over the element, else 0. */
export interface Aim {
  /** Which mouse, pen or finger, as the browser numbers them. */
  id: number;
  x: number;
  y: number;
  presence: number;
}

/** A pointer, eased: it follows where it was last aimed, `presence` going from 0 to 1 when it comes. */
export interface Pointer extends Omit<Aim, 'id'> {
  /** Lets `dt` seconds go by. */
  follow(dt: number): void;
}

/** Seconds in which most of the way to the real pointer is gone. */
const LAG_S = 0.18;
const PRESENCE_S = 0.5;

/** A pointer that is nowhere yet, and then where `place` says that one is. */
export function easedPointer(place: { followPointers(callback: (aim: Aim) => void): void }): Pointer {
  let target: Omit<Aim, 'id'> = { x: 0, y: 0, presence: 0 };
  const pointer: Pointer = {
    ...target,
    follow(dt) {
      const near = 1 - Math.exp(-dt / LAG_S);
      pointer.x += (target.x - pointer.x) * near;
      pointer.y += (target.y - pointer.y) * near;
      pointer.presence += (target.presence - pointer.presence) * (1 - Math.exp(-dt / PRESENCE_S));
    },
  };
  place.followPointers((aim) => {
    target = aim;
    // Someone who comes back appears there: nothing flies across the picture.
    if (aim.presence && pointer.presence < 0.05) Object.assign(pointer, { x: aim.x, y: aim.y });
  });
  return pointer;
}

/** Calls back with where every pointer goes over `element`, also above what lies in front; returns what ends it. */
export function watchPointers(element: HTMLElement, callback: (aim: Aim) => void): () => void {
  const ended = new AbortController();
  let last: Aim = { id: 0, x: 0, y: 0, presence: 0 };
  const tell = ({ pointerId: id }: PointerEvent, aim: Partial<Aim>) => {
    last = { ...last, ...aim, id };
    callback(last);
  };
  const come = (event: PointerEvent) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const inside = x >= 0 && y >= 0 && x < box.width && y < box.height;
    if (inside) tell(event, { x, y, presence: 1 });
    else if (last.presence) tell(event, { presence: 0 });
  };
  const leave = (event: PointerEvent) => {
    // A mouse that lets go is still there.
    if (event.type !== 'pointerup' || event.pointerType !== 'mouse') tell(event, { presence: 0 });
  };
  listen(ended, window, 'pointermove pointerdown', come);
  listen(ended, window, 'pointerup pointercancel', leave);
  listen(ended, document.documentElement, 'pointerleave', leave);
  return () => ended.abort();
}
