import type { ClientDirective } from 'astro';

/** Bubbles from a form or link whose island never came; cancel it to do the island's job without it. */
export const ISLAND_FAILED = 'island:failed';

/** Bubbles from an island once React answers in it: only then can a held event be done again. */
export const ISLAND_ALIVE = 'island:alive';

const EVENTS = ['pointerdown', 'focusin', 'click', 'submit'] as const;

/**
 * `client:interaction`: loads an island on the first pointerdown, focusin, click or submit inside it.
 * A submit, or a click on `[data-hold]`, that comes before the code is held and done again once the island
 * answers, so that nobody has to say yes twice. When the code cannot be had, `ISLAND_FAILED` asks for a
 * stand-in; without one the platform's own action goes ahead.
 */
const interaction: ClientDirective = (load, _options, element) => {
  let state: 'waiting' | 'loading' | 'failed' = 'waiting';
  let held: HTMLElement | undefined;

  const begin = async () => {
    state = 'loading';
    const alive = new Promise((resolve) => element.addEventListener(ISLAND_ALIVE, resolve, { once: true }));
    try {
      const hydrate = await load();
      await hydrate();
      // Astro reports code that did not come on the console only; the island then keeps its mark.
      if (element.hasAttribute('ssr')) throw new Error('island not hydrated');
      await alive;
      for (const type of EVENTS) element.removeEventListener(type, onEvent, true);
      if (held) again(held);
    } catch {
      state = 'failed';
      if (held) handOver(held);
    }
  };

  const onEvent = (event: Event) => {
    const target = holdable(event);
    if (target) {
      event.preventDefault();
      event.stopPropagation();
      held = target;
    }
    if (state === 'waiting') void begin();
    else if (state === 'failed' && target) handOver(target);
  };

  for (const type of EVENTS) element.addEventListener(type, onEvent, true);
};

function holdable(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof HTMLElement)) return undefined;
  if (event.type === 'submit') return event.target;
  return event.type === 'click' ? (event.target.closest<HTMLElement>('[data-hold]') ?? undefined) : undefined;
}

function again(target: HTMLElement): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
}

function handOver(target: HTMLElement): void {
  if (!target.dispatchEvent(new CustomEvent(ISLAND_FAILED, { bubbles: true, cancelable: true }))) return;
  if (target instanceof HTMLFormElement) target.submit();
  else if (target instanceof HTMLAnchorElement) location.assign(target.href);
}

export default interaction;
