import type { ClientDirective } from 'astro';

/** On an island's element: what loads its code. */
export interface IslandElement extends HTMLElement {
  loadIsland?: Parameters<ClientDirective>[0];
}

/** An island's element has got its `loadIsland`. */
export const ISLAND_READY = 'island:ready';

/** Bubbles from a form or link whose use waits for its island: something should be seen to happen. */
export const ISLAND_HELD = 'island:held';

/** Bubbles from a link that has waited for its island long enough: from here on it is the plain link it was written as. */
export const ISLAND_LATE = 'island:late';

/** Bubbles from a form or link whose island did not come; cancel it to do the island's job without it. */
export const ISLAND_FAILED = 'island:failed';

/** Bubbles from an island once React answers in it: only then can a held event be done again. */
export const ISLAND_ALIVE = 'island:alive';

/** `client:interaction`: leaves it to browser/islands.ts, which is in the page before any of this, to load the island. */
const interaction: ClientDirective = (load, _options, element) => {
  Object.assign(element, { loadIsland: load } satisfies Partial<IslandElement>);
  element.dispatchEvent(new Event(ISLAND_READY));
};

export default interaction;
