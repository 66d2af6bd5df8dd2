/** Named before any sheet, whatever order the build sets the sheets in; the CSP knows its hash (astro.config.ts). */
export const layerOrder = '@layer reset, tokens, base, components, pages;';
