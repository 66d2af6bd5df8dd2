import { browserStage, CALM, type Stage } from './stage.ts';

/** What an effect asks besides when it begins late or ends by itself. */
export interface TimedStage extends Stage {
  /** Calls back once after `ms`; returns what prevents it. */
  after(ms: number, callback: () => void): () => void;
  /** Whether the visitor asks for reduced motion now. */
  isCalm(): boolean;
}

export const timedStage: TimedStage = {
  ...browserStage,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  isCalm: () => matchMedia(CALM).matches,
};
