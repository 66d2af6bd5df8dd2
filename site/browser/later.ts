/** Does `work` once the page stands and the browser has time: nothing plays before its words are there. */
export function oncePainted(work: () => unknown): void {
  const begin = async () => {
    try {
      await work();
    } catch {
      // Code that does not come costs an ornament, never the page.
    }
  };
  const soon = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
    else setTimeout(begin);
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** Resolves once the browser has shown what a touch has changed: the answer first, then what costs more. */
export function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** How soon a task is wanted: what is in use, or what may wait until the browser has nothing better to do. */
export type Priority = 'user-visible' | 'background';

/** Does `work` in a task of its own. Browsers without priorities (Safari) do it in their order. */
export function postTask(work: () => unknown, priority: Priority): void {
  if (window.scheduler) void scheduler.postTask(work, { priority });
  else setTimeout(work);
}

/** Whatever a visitor does first, with or without a pointer, or the address by itself. */
const SIGNS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click', 'submit', 'popstate'];

/**
 * Does `work` at the first sign of a visitor, before anything else hears of that sign: what answers to a touch costs
 * nobody anything before it. At once when the address names a part of the page.
 */
export function onceTouched(work: () => void): void {
  if (location.hash !== '') {
    work();
    return;
  }
  const begin = () => {
    for (const sign of SIGNS) removeEventListener(sign, begin, true);
    work();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
}

/** By then even a slow phone shows the page. */
const SETTLED_MS = 2_000;

/** Does `work` soon after the page stands. */
export function onceStanding(work: () => void): void {
  oncePainted(() => setTimeout(work, SETTLED_MS));
}

/** Does `work` once: at the first sign of a visitor, or without one as soon as `otherwise` comes to it. */
export function onceTouchedOr(otherwise: (work: () => void) => void, work: () => void): void {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  onceTouched(once);
  otherwise(once);
}
