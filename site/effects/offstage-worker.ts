import type { FromWorker, ToWorker } from './offstage.ts';
import type { Place } from './place.ts';
import type { Aim } from './pointer.ts';
import { after, nextFrame, type StageView } from './stage.ts';
import type { Box } from './words.ts';

/** Runs in a worker: plays an effect on the canvas that the page transfers (offstage.ts). */
export function playOffstage(play: (place: Place) => unknown): void {
  let view: StageView | undefined;
  let words: Box[] = [];
  let tellView: ((view: StageView) => void) | undefined;
  let tellAim: ((aim: Aim) => void) | undefined;

  const tellPage = (message: FromWorker) => postMessage(message);

  const placeOn = (canvas: OffscreenCanvas): Place => ({
    // Of its canvas an effect uses only what both kinds have: its size, its context and that context's events.
    canvas: canvas as unknown as HTMLCanvasElement,
    followPointers(callback) {
      tellAim = callback;
    },
    words: () => words,
    leave: () => tellPage('over'),
    giveUp: () => tellPage('off'),
    stage: {
      frame: nextFrame,
      after,
      // Who asks for reduced motion gets still pictures by the view.
      isCalm: () => false,
      watch(_canvas, callback) {
        tellView = callback;
        if (view) callback(view);
        return () => {
          tellView = undefined;
        };
      },
    },
  });

  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if ('canvas' in data) play(placeOn(data.canvas));
    else if ('aim' in data) tellAim?.(data.aim);
    else {
      ({ view, words } = data);
      tellView?.(view);
    }
  });
}
