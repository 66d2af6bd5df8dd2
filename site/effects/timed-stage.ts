import { browserStage, isCalm, type Stage } from './stage.ts';

/** What an effect asks besides when it begins late or ends by itself. */
export interface TimedStage extends Stage {
  /** Calls back once after `ms`; returns what prevents it. */
  after(ms: number, callback: () => void): () => void;
  /** Whether the visitor asks for reduced motion now. */
  isCalm(): boolean;
}

/** Calls back once after `ms`, in a page or in a worker; returns what prevents it. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** The page's own. Pure: a worker, which brings its own stage, is not to carry this one along. */
export const timedStage: TimedStage = /* @__PURE__ */ timed(browserStage);

function timed(stage: Stage): TimedStage {
  return { ...stage, after, isCalm };
}
