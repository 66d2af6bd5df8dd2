import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig, fontProviders } from 'astro/config';
import { gallery, reactInDev, unbrokenTexts } from '#scripts/build/vite-plugins.ts';
import { afterPages } from './scripts/build/after-pages.ts';
import { className } from './scripts/build/class-name.ts';
import { subsetFonts } from './scripts/build/fonts.ts';

const fontDir = fileURLToPath(new URL('./.cache/fonts', import.meta.url));
const modulesDir = fileURLToPath(new URL('./node_modules', import.meta.url));

/** One font, cut down by `ownBuildSteps`; its fallback until it has loaded is in site/styles/*-fallback-fonts.css. */
const font = (name: string, weight: string, fallback: string) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--font-${name}` as const,
  fallbacks: [`${name}-fallback`, fallback],
  optimizedFallbacks: false,
  options: { variants: only({ src: only(`${fontDir}/${name}.woff2`), weight, style: 'normal' as const }) },
});

/** A list that its type knows to hold exactly one thing. */
function only<T>(item: T): [T] {
  return [item];
}

/**
 * What scripts/build/inline-scripts.ts needs of the bundler: `import()` without Vite's preload helper, since the files
 * behind it are made whole afterwards and import nothing; and no page's script in a chunk that others import, since it
 * would run once for each of them.
 */
const forInlining = {
  name: 'for-inlining',
  enforce: 'pre' as const,
  config: () => ({ build: { modulePreload: { resolveDependencies: () => [] } } }),
  load: (id: string) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
  options: (options: object) => ({ ...options, preserveEntrySignatures: 'strict' as const }),
};

/**
 * React becomes one file, which the islands of all pages share. The comments that mark calls as free of side effects
 * are kept: scripts/build/inline-scripts.ts bundles the scripts again for each page, and removes unused code by them.
 */
const clientOutput = {
  codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
  comments: { annotation: true },
};

/** What the build does beside Astro's own work. */
const ownBuildSteps: AstroIntegration = {
  name: 'own-build-steps',
  hooks: {
    'astro:config:setup': () => subsetFonts(modulesDir, fontDir),
    'astro:build:done': ({ dir, pages }) => {
      const pathnames = pages.map(({ pathname }) => pathname);
      return afterPages(fileURLToPath(dir), pathnames);
    },
  },
};

export default defineConfig({
  site: process.env.PUBLIC_URL ?? 'http://localhost:3000',
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  compressHTML: true,
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'always' },
  vite: {
    plugins: [unbrokenTexts, forInlining],
    css: { modules: { generateScopedName: className } },
    environments: { client: { build: { rolldownOptions: { output: clientOutput } } } },
  },
  devToolbar: { enabled: false },
  integrations: [ownBuildSteps, gallery, reactInDev, react()],
  fonts: [
    font('agency-display', '750', 'sans-serif'),
    font('agency-text', '400 700', 'sans-serif'),
    font('caterer-display', '400', 'serif'),
    font('caterer-text', '400 700', 'sans-serif'),
  ],
});
