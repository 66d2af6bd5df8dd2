import type * as hydration from '../islands/hydrate.ts';
import { all, ISLAND, ISLAND_CODE, REPLAY } from '../markup.ts';
import { FALLBACK_AFTER_MS, nextPaint, type Priority, postTask } from './later.ts';
import { isPlainClick } from './plain-click.ts';

/** How a page's script loads an island. */
export interface IslandSource {
  /** Its module, whose export has the island's name. */
  load(): Promise<object>;
  /** Props that only the page's script has, asked for at the moment of hydration. */
  props?(island: HTMLElement): object;
  /** Shows a visitor what they wait for. Without it the page follows a link that has waited too long. */
  show?(state: IslandState): void;
  /** The island is plain HTML again, since React could not go on (islands/hydrate.ts). */
  plain?(island: HTMLElement): void;
}

/**
 * An early event is `queued` until the island is `hydrated`; when that comes too `late`, what was clicked is the plain
 * link that it was written as.
 */
export type IslandState = 'queued' | 'hydrated' | 'late';

type Hydration = typeof hydration;

/**
 * Hydrates the islands of the page, each in a task of its own: the one in use first, the others when the browser is
 * idle. To be called at a visitor's first interaction; their code comes at low priority.
 * An early event on `[data-replay]` is queued and replayed after hydration, so that nobody has to click twice.
 * A second click is not queued, and after 4 s nothing is: the link is then the plain one that it was written as.
 * @param sources by the names of the islands
 */
export function hydrateIslands(sources: Readonly<Record<string, IslandSource>>): void {
  for (const code of all<HTMLTemplateElement>(ISLAND_CODE)) document.head.append(code.content);
  for (const island of all(ISLAND)) {
    const name = island.getAttribute(ISLAND) ?? '';
    const source = sources[name];
    if (source) hydrateLater(island, name, source);
  }
}

function hydrateLater(island: HTMLElement, name: string, { load, props, show, plain }: IslandSource): void {
  const listening = new AbortController();
  let queued: Event | undefined;
  let isHydrated = false;

  /** Queues nothing from here on, and gives what is queued to `handle`. */
  const endQueue = (handle: (event: Event) => void) => {
    listening.abort();
    if (queued) handle(queued);
    queued = undefined;
  };
  const hydrateNow = ({ hydrate }: Hydration, module: object) => {
    if (isHydrated) return;
    isHydrated = true;
    if (!hydrate(island, Reflect.get(module, name), props?.(island), () => plain?.(island)))
      return endQueue(follow);
    show?.('hydrated');
    // What was touched may have been made anew.
    endQueue((event) =>
      all(REPLAY, island)[0]?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event)),
    );
  };
  const begin = async (priority: Priority) => {
    await nextPaint();
    try {
      const [react, module] = await Promise.all([import('../islands/hydrate.ts'), load()]);
      postTask(() => hydrateNow(react, module), priority);
    } catch {
      // Code that does not come costs what React would have added; the page goes on as it was written.
      endQueue(follow);
    }
  };
  const onUse = (event: Event) => {
    void begin('user-visible');
    if (!isReplayable(event)) return;
    // A double click is one wish, a second click another.
    const isSecond = queued?.type === 'click' && (event as MouseEvent).detail < 2;
    queued = isSecond ? undefined : event;
    if (isSecond) return;
    event.preventDefault();
    event.stopPropagation();
    show?.('queued');
    setTimeout(() => {
      if (queued === event) endQueue(show ? () => show('late') : follow);
    }, FALLBACK_AFTER_MS);
  };

  for (const type of ['pointerdown', 'focusin', 'click'])
    island.addEventListener(type, onUse, { capture: true, signal: listening.signal });
  postTask(() => begin('background'), 'background');
}

/** Whether an early event is replayed: the element says so, and it asks for this page and no other tab. */
function isReplayable(event: Event): boolean {
  // A focus has no button.
  return (
    isPlainClick(event as MouseEvent) &&
    (event.target as Element).closest(`[${REPLAY}=${event.type}]`) !== null
  );
}

function follow({ target }: Event): void {
  const link = (target as Element).closest('a');
  if (link) location.assign(link.href);
}
