import { surfaceIn, turnOff } from './canvas.ts';
import { type Aim, watchPointers } from './pointer.ts';
import { browserStage, type Stage } from './stage.ts';
import { type Box, wordsOver } from './words.ts';

/** Where an effect plays: its canvas, and all that it may know of the page around it. */
export interface Place {
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  /** Calls back with where every pointer goes over the canvas, until the place is left. */
  followPointers(callback: (aim: Aim) => void): void;
  /** The page's lines of text, as they lie over the canvas. */
  words(): Box[];
  /** Takes the canvas away. */
  leave(): void;
  /** The same, where there is nothing to draw with: the host shows what its CSS has instead. */
  giveUp(): void;
}

/**
 * A place behind the content of `host`, on the page's own thread.
 * @param style declarations of the canvas that differ
 */
export function placeIn(host: HTMLElement, stage: Stage = browserStage, style = ''): Place {
  const { canvas, remove } = surfaceIn(host, style);
  const stops: (() => void)[] = [remove];
  const leave = () => {
    for (const stop of stops) stop();
    delete host.dataset.effect;
  };
  return {
    canvas,
    stage,
    followPointers: (callback) => void stops.push(watchPointers(canvas, callback)),
    words: () => wordsOver(host, canvas),
    leave,
    giveUp() {
      leave();
      turnOff(host);
    },
  };
}
