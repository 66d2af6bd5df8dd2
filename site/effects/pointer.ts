import { listen } from './stage.ts';

/** The pointer over an element, eased: `presence` goes to 1 when it comes and to 0 when it leaves. */
export interface Pointer {
  /** CSS pixels from the element's corner. */
  x: number;
  y: number;
  presence: number;
  /** Lets `dt` seconds go by. */
  follow(dt: number): void;
  stop(): void;
}

/** Seconds in which most of the way to the real pointer is gone. */
const LAG_S = 0.18;
const PRESENCE_S = 0.5;

/** Follows the pointer over `element`, also above what lies in front of it. */
export function followPointer(element: HTMLElement): Pointer {
  const ended = new AbortController();
  const target = { x: 0, y: 0, presence: 0 };
  const pointer: Pointer = {
    x: 0,
    y: 0,
    presence: 0,
    follow(dt) {
      const near = 1 - Math.exp(-dt / LAG_S);
      pointer.x += (target.x - pointer.x) * near;
      pointer.y += (target.y - pointer.y) * near;
      pointer.presence += (target.presence - pointer.presence) * (1 - Math.exp(-dt / PRESENCE_S));
    },
    stop: () => ended.abort(),
  };

  const come = (event: PointerEvent) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const inside = x >= 0 && y >= 0 && x < box.width && y < box.height;
    target.presence = inside ? 1 : 0;
    if (!inside) return;
    [target.x, target.y] = [x, y];
    // Someone who comes back appears there: nothing flies across the picture.
    if (pointer.presence < 0.05) [pointer.x, pointer.y] = [x, y];
  };
  const leave = (event: PointerEvent) => {
    // A mouse that lets go is still there.
    if (event.type !== 'pointerup' || event.pointerType !== 'mouse') target.presence = 0;
  };
  listen(ended, window, 'pointermove pointerdown', come);
  listen(ended, window, 'pointerup pointercancel', leave);
  listen(ended, document.documentElement, 'pointerleave', leave);
  return pointer;
}
