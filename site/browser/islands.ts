import {
  ISLAND_ALIVE,
  ISLAND_FAILED,
  ISLAND_HELD,
  ISLAND_LATE,
  ISLAND_READY,
  type IslandElement,
} from '../directives/interaction.ts';
import { painted } from './later.ts';
import { isPlainClick } from './plain-click.ts';

/** Address of Astro's island element, which the build takes out of the pages (scripts/build/inline-scripts.ts). */
declare const ISLAND_RUNTIME: string;

const EVENTS = ['pointerdown', 'focusin', 'click', 'submit'] as const;

/**
 * Loads each island when it is used: the first pointerdown or focusin inside it fetches its code, a submit, or a click
 * on `[data-hold]`, or anything in its dialog, runs it. Running a framework takes longer than a picture may wait, so nobody's touch pays for it
 * before it is needed. What was held (`ISLAND_HELD`) is done again once the island answers, so that nobody has to say
 * yes twice. A second click does not wait, and after 4 s nothing does (`ISLAND_LATE`): the link is then a plain one.
 * When the code cannot be had, `ISLAND_FAILED` asks for a stand-in; without one the platform's own action goes ahead.
 * @param atOnce runs them without waiting for their use: what they show comes with their code
 */
export function loadIslandsWhenUsed(atOnce = false): void {
  for (const element of document.querySelectorAll<IslandElement>('astro-island')) wait(element, atOnce);
}

/** How long a visitor is asked to wait for code. */
const PATIENCE_MS = 4_000;

function wait(element: IslandElement, atOnce: boolean): void {
  let state: 'waiting' | 'loading' | 'late' | 'failed' = 'waiting';
  let held: HTMLElement | undefined;

  const begin = async () => {
    state = 'loading';
    const alive = new Promise((resolve) => element.addEventListener(ISLAND_ALIVE, resolve, { once: true }));
    try {
      await painted();
      const load = await loaderOf(element);
      const hydrate = await load();
      await hydrate();
      // Astro reports code that did not come on the console only; the island then keeps its mark.
      if (element.hasAttribute('ssr')) throw new Error('island not hydrated');
      await alive;
      for (const type of EVENTS) element.removeEventListener(type, onEvent, true);
      const waited = held;
      held = undefined;
      if (waited) again(waited);
    } catch {
      state = 'failed';
      const waited = held;
      held = undefined;
      if (waited) handOver(waited);
    }
  };

  const hold = (target: HTMLElement) => {
    held = target;
    target.dispatchEvent(new Event(ISLAND_HELD, { bubbles: true }));
    setTimeout(() => {
      if (held !== target) return;
      held = undefined;
      state = 'late';
      target.dispatchEvent(new Event(ISLAND_LATE, { bubbles: true }));
      if (target instanceof HTMLFormElement) handOver(target);
    }, PATIENCE_MS);
  };

  const onEvent = (event: Event) => {
    const target = holdable(event);
    if (target && state !== 'late' && state !== 'failed') {
      const isSecond = held === target && event instanceof MouseEvent && event.detail < 2;
      held = undefined;
      if (isSecond) return;
      event.preventDefault();
      event.stopPropagation();
      hold(target);
    } else if (target && !asksForStandIn(target)) event.preventDefault();
    if (!target && !isInDialog(event)) fetchAhead(element);
    else if (state === 'waiting') void begin();
  };

  for (const type of EVENTS) element.addEventListener(type, onEvent, true);
  if (atOnce) void begin();
}

async function loaderOf(element: IslandElement): Promise<NonNullable<IslandElement['loadIsland']>> {
  if (element.loadIsland) return element.loadIsland;
  const ready = new Promise((resolve) => element.addEventListener(ISLAND_READY, resolve, { once: true }));
  await import(/* @vite-ignore */ ISLAND_RUNTIME);
  await ready;
  if (!element.loadIsland) throw new Error('island not ready');
  return element.loadIsland;
}

/** Fetches and parses all that the island is made of, and runs none of it. */
function fetchAhead(element: IslandElement): void {
  const parts = ['component-url', 'renderer-url'].map((part) => element.getAttribute(part) ?? '');
  for (const href of [ISLAND_RUNTIME, ...parts]) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

function holdable(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof HTMLElement)) return undefined;
  if (event.type === 'submit') return event.target;
  if (!(event instanceof MouseEvent && event.type === 'click' && isPlainClick(event))) return undefined;
  return event.target.closest<HTMLElement>('[data-hold]') ?? undefined;
}

/** A dialog that its address has opened is in use already. */
function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

function again(target: HTMLElement): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
}

/** False when something does the island's job in its place. */
function asksForStandIn(target: HTMLElement): boolean {
  return target.dispatchEvent(new Event(ISLAND_FAILED, { bubbles: true, cancelable: true }));
}

function handOver(target: HTMLElement): void {
  if (!asksForStandIn(target)) return;
  if (target instanceof HTMLFormElement) target.submit();
  else if (target instanceof HTMLAnchorElement) location.assign(target.href);
}
