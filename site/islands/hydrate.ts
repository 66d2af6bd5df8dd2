import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { ISLAND_IDS, ISLAND_PROPS } from '../markup.ts';

/**
 * Gives an island to React in one act: before it nothing of React answers in it, after it everything does. A
 * difference between the page and what the component renders is reported to the page's own error event.
 * @param island the root as Island.tsx wrote it, which holds what it was rendered with
 * @param added props that only the page's script has
 */
export function hydrate(island: HTMLElement, component: ComponentType, added: object = {}): void {
  const props = { ...JSON.parse(island.getAttribute(ISLAND_PROPS) ?? '{}'), ...added };
  const identifierPrefix = island.getAttribute(ISLAND_IDS) ?? '';
  flushSync(() => hydrateRoot(island, createElement(component, props), { identifierPrefix }));
}
