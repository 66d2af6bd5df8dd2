import type { Engine } from '#scripts/browsers/installed-browsers.ts';

/** A visitor who can do the same few things in any engine. Every act waits until it can be done. */
export interface Walker {
  readonly engine: Engine;
  /** Opens an address of the site, e.g. `/sales`. */
  open(path: string): Promise<void>;
  /** Clicks the first element that `css` finds, as a pointer does. */
  click(css: string): Promise<void>;
  type(css: string, text: string): Promise<void>;
  press(key: 'Escape' | 'Enter' | 'Tab'): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page; its value must be one that JSON can hold. */
  look<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

/** Does `act` again and again until it succeeds; its last failure otherwise. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Looks again and again until the expression is true of the page. */
export async function until(walker: Walker, expression: string): Promise<void> {
  await patiently(async () => {
    const { holds, at, alerts } = await walker.look<{ holds: boolean; at: string; alerts: string }>(
      `{ holds: Boolean(${expression}), at: location.href,
        alerts: Array.from(document.querySelectorAll('[role=alert]'), (one) => one.textContent).join(' ') }`,
    );
    if (!holds) throw new Error(`${walker.engine}: never true at ${at}: ${expression} ${alerts}`);
  });
}

/** Waits until the first element that `css` finds is there to be seen. */
export function untilSeen(walker: Walker, css: string): Promise<void> {
  const element = `document.querySelector(${JSON.stringify(css)})`;
  return until(walker, `${element}?.checkVisibility({ visibilityProperty: true, opacityProperty: true })`);
}

/** Waits until the page at `path` stands and has run its scripts. */
export function untilAt(walker: Walker, path: string): Promise<void> {
  return until(walker, `location.pathname === ${JSON.stringify(path)} && document.readyState === 'complete'`);
}

/** Waits until the page's fonts have come and React answers for the element that `css` finds: from here on nothing moves by itself. */
export function untilAlive(walker: Walker, css: string): Promise<void> {
  const keys = `Object.keys(document.querySelector(${JSON.stringify(css)}))`;
  return until(
    walker,
    `document.fonts.status === 'loaded' && ${keys}.some((key) => key.startsWith('__react'))`,
  );
}
