declare global {
  interface Window {
    /** Plays that many frames of 1/60 s, the pointer moving; returns milliseconds a frame, all drawing finished. */
    crank(frames: number): number;
  }
}

/** Runs in the page before any script of it: takes its frames out of the browser's hands, on a clock of 60 Hz. */
export function crankByHand(): void {
  const realNow = performance.now.bind(performance);
  const due = new Map<number, (time: number) => void>();
  const contexts = new Set<WebGLRenderingContext | CanvasRenderingContext2D>();
  let [time, ids, moves] = [0, 0, 0];
  performance.now = () => time;
  Date.now = () => 1_700_000_000_000 + time;
  window.requestAnimationFrame = (callback) => {
    due.set(++ids, callback);
    return ids;
  };
  window.cancelAnimationFrame = (id) => void due.delete(id);
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
    const context = Reflect.apply(getContext, this, asked);
    if (context && this.isConnected) contexts.add(context);
    return context;
  } as typeof getContext;

  /** Reading a pixel is the only call that waits until all is drawn. */
  const finish = () => {
    for (const context of contexts) {
      if (context instanceof CanvasRenderingContext2D) context.getImageData(0, 0, 1, 1);
      else {
        const bound = context.getParameter(context.FRAMEBUFFER_BINDING);
        context.bindFramebuffer(context.FRAMEBUFFER, null);
        context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
        context.bindFramebuffer(context.FRAMEBUFFER, bound);
      }
    }
  };
  const move = () => {
    const t = ++moves / 60;
    const clientX = innerWidth * (0.5 + 0.37 * Math.sin(2 * t));
    const clientY = innerHeight * (0.5 + 0.35 * Math.sin(3.1 * t));
    const target = document.elementFromPoint(clientX, clientY) ?? document.body;
    const at = { clientX, clientY, bubbles: true, pointerId: 1 };
    target.dispatchEvent(new PointerEvent('pointermove', at));
    target.dispatchEvent(new MouseEvent('mousemove', at));
  };
  window.crank = (frames) => {
    finish();
    const from = realNow();
    for (let i = 0; i < frames; i++) {
      move();
      time += 1000 / 60;
      const callbacks = [...due.values()];
      due.clear();
      for (const callback of callbacks) callback(time);
    }
    finish();
    return (realNow() - from) / frames;
  };
}
