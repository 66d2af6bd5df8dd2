/** Code or an answer that has not come by then is waited for no longer: the page offers another way. */
export const FALLBACK_AFTER_MS = 4_000;

/** Does `work` once the page has loaded and the browser is idle: nothing plays before its words are there. */
export function whenIdle(work: () => unknown): void {
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

/** Resolves after the next paint: what a touch has changed is shown first, then comes what costs more. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** How soon a task is wanted: what is in use, or what may wait until the browser has nothing better to do. */
export type Priority = 'user-visible' | 'background';

/** Does `work` in a task of its own. Browsers without priorities (Safari) do it in their order. */
export function postTask(work: () => unknown, priority: Priority): void {
  if (window.scheduler) void scheduler.postTask(work, { priority });
  else setTimeout(work);
}

/** Whatever a visitor can do first, with or without a pointer. */
const ACTIONS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click', 'submit', 'popstate'];

/**
 * Does `work` at the visitor's first interaction, before any other listener: what `work` sets up answers to that very
 * event, and costs nobody anything before it. At once when the address names a part of the page.
 */
export function onFirstInteraction(work: () => void): void {
  if (location.hash) {
    work();
    return;
  }
  const begin = () => {
    for (const type of ACTIONS) removeEventListener(type, begin, true);
    work();
  };
  for (const type of ACTIONS) addEventListener(type, begin, { capture: true, passive: true });
}

/** By then even a slow phone shows the page. */
const SETTLED_MS = 2_000;

/** Does `work` a little after the page has loaded. */
export function whenSettled(work: () => void): void {
  whenIdle(() => setTimeout(work, SETTLED_MS));
}

/** Does `work` once: at the visitor's first interaction, or without one as soon as `otherwise` calls it. */
export function onFirstInteractionOr(otherwise: (work: () => void) => void, work: () => void): void {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  onFirstInteraction(once);
  otherwise(once);
}
