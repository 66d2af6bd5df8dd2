import type { AstroIntegration } from 'astro';

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
