import { globSync } from 'node:fs';

/**
 * The pages of a built site, as a visitor types them, in the order of the alphabet.
 * @param dir folder of the built site; its `404.html` is `/404`
 */
export function builtRoutes(dir: string): string[] {
  return globSync('**/*.html', { cwd: dir })
    .map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`)
    .toSorted();
}
