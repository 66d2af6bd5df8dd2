/** Named before any sheet, whatever order the build sets the sheets in. */
export const layerOrder = '@layer reset, tokens, base, components, pages;';
