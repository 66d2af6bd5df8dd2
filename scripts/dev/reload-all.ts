import type { Plugin } from 'vite';

/** What a page is made of; not the database, which is written all the time. */
const SOURCE = /\/(site|content|domain|server|facts)\/[^?]*\.(tsx?|astro|yaml)$/;

/**
 * Reloads the page when any source changes. Vite replaces a module that an island imports in the browser alone, and
 * would leave the same words in the page's HTML as they were.
 */
export const reloadAll: Plugin = {
  name: 'reload-all',
  hotUpdate({ file }) {
    if (this.environment.name !== 'client' || !SOURCE.test(file)) return undefined;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
};
