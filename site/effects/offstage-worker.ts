import type { Said, Told } from './offstage.ts';
import type { Place } from './place.ts';
import type { Aim } from './pointer.ts';
import { nextFrame, type View } from './stage.ts';
import { after } from './timed-stage.ts';
import type { Box } from './words.ts';

/** Runs in a worker: plays an effect on the canvas that the page hands over (offstage.ts). */
export function playOffstage(play: (place: Place) => unknown): void {
  let view: View | undefined;
  let words: Box[] = [];
  let tellView: ((view: View) => void) | undefined;
  let tellAim: ((aim: Aim) => void) | undefined;

  const say = (said: Said) => postMessage(said);

  const placeOn = (canvas: OffscreenCanvas): Place => ({
    // Of its canvas an effect uses only what both kinds have: its size, its context and that context's events.
    canvas: canvas as unknown as HTMLCanvasElement,
    followPointers(told) {
      tellAim = told;
    },
    words: () => words,
    leave: () => say('over'),
    giveUp: () => say('off'),
    stage: {
      frame: nextFrame,
      after,
      // Who asks for reduced motion gets still pictures by the view.
      isCalm: () => false,
      watch(_canvas, told) {
        tellView = told;
        if (view) told(view);
        return () => {
          tellView = undefined;
        };
      },
    },
  });

  addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('canvas' in data) play(placeOn(data.canvas));
    else if ('aim' in data) tellAim?.(data.aim);
    else {
      ({ view, words } = data);
      tellView?.(view);
    }
  });
}
