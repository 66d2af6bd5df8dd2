import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { unbrokenWords } from '#domain/text.ts';

/** Adds the gallery of components (site/gallery) to `npm run dev`, and to nothing else. */
export const gallery: AstroIntegration = {
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/galerie', entrypoint: './site/gallery/index.astro' });
      injectRoute({ pattern: '/galerie/[house]/[name]', entrypoint: './site/gallery/frame.astro' });
    },
  },
};

/**
 * Lets the islands come alive under `npm run dev`: what Vite's React plugin makes of a component refuses to run before
 * its preamble has. Astro writes the preamble only into pages that use its own `client:` directives, which the site's
 * own loader (site/browser/islands.ts) does not.
 */
export const reactInDev: AstroIntegration = {
  name: 'react-in-dev',
  hooks: {
    'astro:config:setup': ({ command, injectScript }) => {
      if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble';");
    },
  },
};

/** Has the texts of pages and islands break no line within a word that has a hyphen; both say the same. */
export const unbrokenTexts = {
  name: 'unbroken-texts',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/(content|domain)\/[^?]*\.ts$/.test(id) && !id.includes('/node_modules/')
      ? unbrokenWords(code)
      : undefined,
};

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
