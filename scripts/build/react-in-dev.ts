import type { AstroIntegration } from 'astro';

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
