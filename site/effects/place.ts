import { surfaceIn } from './canvas.ts';
import { easedPointer, type Pointer, watchPointer } from './pointer.ts';
import type { TimedStage } from './timed-stage.ts';
import { type Box, wordsOver } from './words.ts';

/** Where an effect plays: its canvas, and all that it may know of the page around it. */
export interface Place {
  readonly canvas: HTMLCanvasElement;
  readonly stage: TimedStage;
  readonly pointer: Pointer;
  /** The page's lines of text, as they lie over the canvas. */
  words(): Box[];
  remove(): void;
}

/**
 * A place behind the content of `host`, on the page's own thread.
 * @param style declarations of the canvas that differ
 */
export function placeIn(host: HTMLElement, stage: TimedStage, style = ''): Place {
  const { canvas, remove } = surfaceIn(host);
  canvas.style.cssText += style;
  const pointer = easedPointer();
  const stopWatching = watchPointer(canvas, pointer.aim);
  return {
    canvas,
    stage,
    pointer,
    words: () => wordsOver(host, canvas),
    remove() {
      stopWatching();
      remove();
    },
  };
}
