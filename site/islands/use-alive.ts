import { type RefObject, useEffect, useRef } from 'react';
import { ISLAND_ALIVE } from '../directives/interaction.ts';

/** Put the ref on an island's element: it tells `client:interaction` when the island answers. */
export function useAlive<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    ref.current?.dispatchEvent(new CustomEvent(ISLAND_ALIVE, { bubbles: true }));
  }, []);
  return ref;
}
