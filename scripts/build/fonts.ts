import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** What French (and the site's own arrows and signs) is written with; nothing else is shipped. */
const GLYPHS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  ...'ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿ',
  ...'«»‘’“”…–—·•°×€→←↗✓\u00a0\u202f',
].join('');

/** The four faces: two a house. Axes are cut to the range the design uses. */
const FACES = {
  'agency-display': {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: 750, wdth: { min: 100, max: 125 } },
  },
  'agency-text': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  'caterer-display': { source: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2', axes: {} },
  'caterer-text': {
    source: '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
} as const;

/**
 * Cuts each face down to French and writes `<name>.woff2` into `outDir`.
 * @param modulesDir the `node_modules` that holds the full faces
 * @returns the size of each file in bytes
 */
export async function subsetFonts(modulesDir: string, outDir: string): Promise<Record<string, number>> {
  await mkdir(outDir, { recursive: true });
  const sizes: Record<string, number> = {};
  for (const [name, { source, axes }] of Object.entries(FACES)) {
    const whole = await readFile(`${modulesDir}/${source}`);
    const part = await subsetFont(whole, GLYPHS, { targetFormat: 'woff2', variationAxes: axes });
    await writeFile(`${outDir}/${name}.woff2`, part);
    sizes[name] = part.length;
  }
  return sizes;
}
