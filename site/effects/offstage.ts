import { surfaceIn, turnOff } from './canvas.ts';
import { type Aim, watchPointers } from './pointer.ts';
import { browserStage, type StageView } from './stage.ts';
import { type Box, wordsOver } from './words.ts';

/** What the page tells an effect that plays in a worker; the canvas comes first. */
export type ToWorker =
  | { readonly canvas: OffscreenCanvas }
  | { readonly view: StageView; readonly words: Box[] }
  | { readonly aim: Aim };

/** What a worker tells the page once, at its end: its effect is over, or it had no WebGL to draw with. */
export type FromWorker = 'over' | 'off';

/**
 * Plays an effect behind the content of `host` in a worker, so that no frame of it ever delays a touch. The worker
 * runs `playOffstage` (offstage-worker.ts) and is ended by its first message.
 * @param style declarations of the canvas that differ
 */
export function mountOffstage(host: HTMLElement, begin: () => Worker, style = ''): void {
  const { canvas } = surfaceIn(host, style);
  const worker = begin();
  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  tell({ canvas: offscreen }, [offscreen]);
  let last: StageView | undefined;
  const tellView = (view = last) => {
    last = view;
    if (view) tell({ view, words: wordsOver(host, canvas) });
  };
  const ends = [
    browserStage.watch(canvas, tellView),
    watchPointers(canvas, (aim) => tell({ aim })),
    () => worker.terminate(),
    () => canvas.remove(),
  ];
  // A font that loads late moves the words and resizes no element, so the watcher above does not notice.
  document.fonts.ready.then(() => tellView());
  worker.onerror = worker.onmessage = ({ data }: Partial<MessageEvent<FromWorker>>) => {
    for (const end of ends) end();
    if (data === 'off') turnOff(host);
  };
}
