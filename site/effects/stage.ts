type Stop = () => void;

/** What there is to know about a canvas and about who looks at it. */
export interface StageView {
  /** Its content box in CSS pixels. */
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  density: number;
  /** Its tab is shown and it is scrolled into sight. */
  seen: boolean;
  /** The visitor asks for reduced motion. */
  calm: boolean;
}

/** What an effect asks of the browser; a test and a worker give their own. */
export interface Stage {
  /** Calls back with the next frame and its time in milliseconds; returns what prevents it. */
  frame(callback: (time: number) => void): Stop;
  /** Calls back once after `ms`; returns what prevents it. */
  after(ms: number, callback: () => void): Stop;
  /** Calls back now or soon, and whenever anything of the view may have changed; returns what ends it. */
  watch(canvas: HTMLCanvasElement, callback: (view: StageView) => void): Stop;
  /** Whether the visitor asks for reduced motion now. */
  isCalm(): boolean;
}

/** The media query of those who ask for reduced motion. */
const CALM = '(prefers-reduced-motion: reduce)';

/** Whether the visitor asks for reduced motion now. */
export const isCalm = () => matchMedia(CALM).matches;

/** Calls back with the next frame, in a page or in a worker; returns what prevents it. */
export function nextFrame(callback: (time: number) => void): Stop {
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
}

/** Calls back once after `ms`, in a page or in a worker; returns what prevents it. */
export function after(ms: number, callback: () => void): Stop {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** The page's own. */
export const browserStage: Stage = {
  frame: nextFrame,
  after,
  isCalm,
  watch(canvas, callback) {
    const calm = matchMedia(CALM);
    let inSight = false;
    const tell = () =>
      callback({
        width: canvas.clientWidth,
        height: canvas.clientHeight,
        density: devicePixelRatio,
        seen: inSight && !document.hidden,
        calm: calm.matches,
      });
    const observers = [
      new ResizeObserver(tell),
      new IntersectionObserver((entries) => {
        inSight = entries.at(-1)?.isIntersecting ?? false;
        tell();
      }),
    ];
    for (const observer of observers) observer.observe(canvas);
    const ended = new AbortController();
    listen(ended, document, 'visibilitychange', tell);
    listen(ended, calm, 'change', tell);
    // A zoom or another screen changes the density and may leave the box as it was.
    listen(ended, window, 'resize', tell);
    return () => {
      for (const observer of observers) observer.disconnect();
      ended.abort();
    };
  },
};

/** Calls back at every one of the events, space-separated, on `target`, until `ended` is aborted. */
export function listen<E extends Event>(
  ended: AbortController,
  target: EventTarget,
  events: string,
  callback: (event: E) => void,
): void {
  const options = { signal: ended.signal, passive: true };
  for (const event of events.split(' ')) target.addEventListener(event, callback as EventListener, options);
}
