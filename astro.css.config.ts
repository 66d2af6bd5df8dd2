import base from './astro.config.ts';

export default {
  ...base,
  integrations: base.integrations,
  vite: {
    ...base.vite,
    css: { modules: { generateScopedName: '[name]__[local]' } },
    build: { cssMinify: false },
  },
};
