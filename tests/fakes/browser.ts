import type { PendingDeps } from '#site/lead/pending-list.ts';

/** What a browser gives the site's own scripts: storage, and locks that really queue. */
export function fakeBrowser(post: PendingDeps['post'], stored?: string) {
  const values = new Map(stored === undefined ? [] : [['pending_leads', stored]]);
  const queues = new Map<string, Promise<unknown>>();
  const deps: PendingDeps = {
    store: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
    },
    exclusive: (name, work) => {
      const result = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(
        name,
        result.catch(() => {}),
      );
      return result;
    },
    now: Date.now,
    post,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  return {
    deps,
    pending: () => JSON.parse(values.get('pending_leads') ?? '[]') as Record<string, unknown>[],
  };
}
