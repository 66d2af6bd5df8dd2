import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { cached } from './cached.ts';
import { withNarrowSpace } from './narrow-space.ts';

/** Characters of ASCII that occur in programs and in no sentence. */
const FOR_PROGRAMS = '$<>[\\]^`{|}~';

/** The characters that the shipped fonts keep: those of French text, and the site's own arrows and signs. */
const GLYPHS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (c) => !FOR_PROGRAMS.includes(c),
  ),
  ...'ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿ',
  ...'«»‘’“”…–—·•°×€→←↗✓\u00a0\u202f\u2011',
].join('');

/**
 * The fonts by name. `axes`: the weights and widths that a variable font keeps. `fixed`: the one weight and width that
 * the sharing pictures are drawn with. `narrowSpace`: the width in em of the narrow no-break space (U+202F), narrower
 * than the font's own space; together with the letter-spacing of the styles it comes to 0.17 to 0.25 em.
 */
const FONTS = {
  'agency-display': {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: 750, wdth: 100 },
    fixed: { wght: 750, wdth: 100 },
    narrowSpace: 0.22,
  },
  'agency-text': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    fixed: { wght: 500 },
    narrowSpace: 0.2,
  },
  'caterer-display': {
    source: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
    axes: {},
    fixed: {},
    narrowSpace: 0.2,
  },
  'caterer-text': {
    source: '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    fixed: { wght: 500 },
    narrowSpace: 0.18,
  },
} as const;

export type FontName = keyof typeof FONTS;

/**
 * Cuts each font down to French and writes `<name>.woff2` into `outDir`.
 * @param modulesDir the `node_modules` that holds the full fonts
 */
export async function subsetFonts(modulesDir: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const [name, { source, axes, narrowSpace }] of Object.entries(FONTS)) {
    const whole = await readFile(join(modulesDir, source));
    const cut = await subset(whole, 'woff2', axes, narrowSpace, `${outDir}/cut`);
    await writeFile(join(outDir, `${name}.woff2`), cut);
  }
}

/**
 * One weight and width of a font, cut down to French, in the format that drawing programs read.
 * @param cacheDir a folder that may be thrown away at any time
 */
export async function fixedFont(name: FontName, modulesDir: string, cacheDir: string): Promise<Buffer> {
  const { source, fixed, narrowSpace } = FONTS[name];
  return subset(await readFile(join(modulesDir, source)), 'sfnt', fixed, narrowSpace, cacheDir);
}

type Axes = Parameters<typeof subsetFont>[2]['variationAxes'];

function subset(
  whole: Buffer,
  targetFormat: 'woff2' | 'sfnt',
  variationAxes: Axes,
  narrowSpace: number,
  cacheDir: string,
): Promise<Buffer> {
  const inputs = [
    whole,
    GLYPHS,
    targetFormat,
    JSON.stringify(variationAxes),
    'no hints',
    `${narrowSpace} em`,
  ];
  return cached(cacheDir, inputs, async () => {
    // Hints (for small text on screens of few pixels) are a third of the display serif's bytes, and it is set large.
    const options = { variationAxes: variationAxes ?? {}, noHinting: true };
    const french = await subsetFont(whole, GLYPHS, { ...options, targetFormat: 'sfnt' });
    const font = create(french);
    const glyphs = new Map(font.characterSet.map((code) => [code, font.glyphForCodePoint(code).id]));
    return subsetFont(withNarrowSpace(french, glyphs, narrowSpace), GLYPHS, {
      noHinting: true,
      targetFormat,
    });
  });
}
