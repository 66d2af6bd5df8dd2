import type * as hydration from '../islands/hydrate.ts';
import { all, HOLD, ISLAND, ISLAND_CODE } from '../markup.ts';
import { type Priority, painted, postTask } from './later.ts';
import { PATIENCE_MS } from './patience.ts';
import { isPlainClick } from './plain-click.ts';

/** How a page's script loads an island. */
export interface IslandSource {
  /** Its module, whose export has the island's name. */
  load(): Promise<object>;
  /** Props that only the page's script has, asked for in the moment in which React takes over. */
  add?(island: HTMLElement): object;
  /** Shows what a visitor waits for. Without it the page follows a link that has waited too long. */
  say?(news: IslandNews): void;
}

/**
 * What was used is `held`; React is `alive` in the island; it comes too `late`, and what was held is the plain link
 * that it was written as.
 */
export type IslandNews = 'held' | 'alive' | 'late';

type Hydration = typeof hydration;

/**
 * Has React take over the islands of the page, each in a task of its own: the one in use first, the others when the
 * browser has nothing better to do. To be called at a visitor's first sign; their code comes at low priority.
 * What is used before (`[data-hold]`) waits and is done again once React answers, so that nobody has to do it twice.
 * A second click does not wait, and after 4 s nothing does: the link is then the plain one that it was written as.
 * @param sources by the names of the islands
 */
export function hydrateIslands(sources: Readonly<Record<string, IslandSource>>): void {
  for (const code of all<HTMLTemplateElement>(ISLAND_CODE)) document.head.append(code.content);
  for (const island of all(ISLAND)) {
    const name = island.getAttribute(ISLAND) ?? '';
    const source = sources[name];
    if (source) wait(island, name, source);
  }
}

function wait(island: HTMLElement, name: string, { load, add, say }: IslandSource): void {
  const holding = new AbortController();
  let held: Event | undefined;
  let isAlive = false;

  const takeOver = ({ hydrate }: Hydration, module: object) => {
    if (isAlive) return;
    isAlive = true;
    hydrate(island, Reflect.get(module, name), add?.(island));
    holding.abort();
    say?.('alive');
    held?.target?.dispatchEvent(Reflect.construct(held.constructor, [held.type, held]));
    held = undefined;
  };
  const begin = async (priority: Priority) => {
    await painted();
    try {
      const [react, module] = await Promise.all([import('../islands/hydrate.ts'), load()]);
      postTask(() => takeOver(react, module), priority);
    } catch {
      // Code that does not come costs what React would have added; the page goes on as it was written.
      holding.abort();
      if (held) follow(held);
      held = undefined;
    }
  };
  const onUse = (event: Event) => {
    void begin('user-visible');
    if (!isHoldable(event)) return;
    // A double click is one wish, a second click another.
    const isSecond = held?.type === 'click' && (event as MouseEvent).detail < 2;
    held = isSecond ? undefined : event;
    if (isSecond) return;
    event.preventDefault();
    event.stopPropagation();
    say?.('held');
    setTimeout(() => {
      if (held !== event) return;
      held = undefined;
      holding.abort();
      if (say) say('late');
      else follow(event);
    }, PATIENCE_MS);
  };

  for (const type of ['pointerdown', 'focusin', 'click'])
    island.addEventListener(type, onUse, { capture: true, signal: holding.signal });
  postTask(() => begin('background'), 'background');
}

/** Whether an event is to be held: the element says so, and it asks for this page and no other tab. */
function isHoldable(event: Event): boolean {
  if (!(event.target instanceof Element && event instanceof MouseEvent && isPlainClick(event))) return false;
  return event.target.closest(`[${HOLD}=${event.type}]`) !== null;
}

function follow({ target }: Event): void {
  const link = (target as Element).closest('a');
  if (link) location.assign(link.href);
}
