type Stop = () => void;

/** What an effect asks of the browser; a test gives its own. Every `watch…` returns what ends it. */
export interface Stage {
  /** Milliseconds, on the clock that frames are stamped with. */
  now(): number;
  requestFrame(callback: (time: number) => void): number;
  cancelFrame(id: number): void;
  after(ms: number, callback: () => void): Stop;
  pixelRatio(): number;
  watchTab(told: (shown: boolean) => void): Stop;
  watchSight(element: Element, told: (inSight: boolean) => void): Stop;
  /** Tells the content box in CSS pixels. */
  watchSize(element: Element, told: (width: number, height: number) => void): Stop;
  /** Tells whether the visitor asks for reduced motion. */
  watchCalm(told: (calm: boolean) => void): Stop;
}

function listen(target: EventTarget, event: string, told: () => void): Stop {
  target.addEventListener(event, told);
  return () => target.removeEventListener(event, told);
}

export const browserStage: Stage = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (id) => cancelAnimationFrame(id),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  pixelRatio: () => devicePixelRatio,
  watchTab(told) {
    const tell = () => told(!document.hidden);
    tell();
    return listen(document, 'visibilitychange', tell);
  },
  watchSight(element, told) {
    const observer = new IntersectionObserver((entries) => told(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  },
  watchSize(element, told) {
    const tell = () => told(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    // A zoom or another screen changes the pixel ratio and may leave the box as it was.
    const stop = listen(window, 'resize', tell);
    return () => {
      observer.disconnect();
      stop();
    };
  },
  watchCalm(told) {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const tell = () => told(query.matches);
    tell();
    return listen(query, 'change', tell);
  },
};
