import { surfaceIn } from './canvas.ts';
import { type Aim, watchPointer } from './pointer.ts';
import { browserStage, type View } from './stage.ts';
import { type Box, wordsOver } from './words.ts';

/** What the page tells an effect that plays in a worker; the canvas comes first. */
export type Told =
  | { readonly canvas: OffscreenCanvas }
  | { readonly view: View; readonly words: Box[] }
  | { readonly aim: Aim };

/**
 * Plays an effect behind the content of `host` in a worker, so that no frame of it ever delays a touch. The worker
 * runs `playOffstage` (offstage-worker.ts) and is over when it says anything.
 * @param style declarations of the canvas that differ
 */
export function mountOffstage(host: HTMLElement, begin: () => Worker, style = ''): void {
  const { canvas } = surfaceIn(host);
  canvas.style.cssText += style;
  const worker = begin();
  const tell = (told: Told, handOver: Transferable[] = []) => worker.postMessage(told, handOver);
  const offscreen = canvas.transferControlToOffscreen();
  tell({ canvas: offscreen }, [offscreen]);
  let last: View | undefined;
  const tellView = (view = last) => {
    last = view;
    if (view) tell({ view, words: wordsOver(host, canvas) });
  };
  const ends = [
    browserStage.watch(canvas, tellView),
    watchPointer(canvas, (aim) => tell({ aim })),
    () => worker.terminate(),
    () => canvas.remove(),
  ];
  // A face that comes late moves the words, and no box.
  document.fonts.ready.then(() => tellView());
  worker.onmessage = worker.onerror = () => {
    for (const end of ends) end();
  };
}
