import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { cached } from './cached.ts';
import { withNarrowSpace } from './narrow-space.ts';

/** Of ASCII, what no sentence needs. */
const FOR_PROGRAMS = '$<>[\\]^`{|}~';

/** What French (and the site's own arrows and signs) is written with; nothing else is shipped. */
const GLYPHS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (c) => !FOR_PROGRAMS.includes(c),
  ),
  ...'ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿ',
  ...'«»‘’“”…–—·•°×€→←↗✓\u00a0\u202f',
].join('');

/**
 * Axes are cut to the range the design uses; `fixed` is one instance, for pictures drawn at build. `narrowSpace` is
 * the width of U+202F in em, before the house's tracking: less than the face's space, and 0.17 to 0.25 once set.
 */
const FACES = {
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

export type Face = keyof typeof FACES;

/**
 * Cuts each face down to French and writes `<name>.woff2` into `outDir`.
 * @param modulesDir the `node_modules` that holds the full faces
 */
export async function subsetFonts(modulesDir: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const [name, { source, axes, narrowSpace }] of Object.entries(FACES)) {
    const whole = await readFile(join(modulesDir, source));
    const cut = await subset(whole, 'woff2', axes, narrowSpace, `${outDir}/cut`);
    await writeFile(join(outDir, `${name}.woff2`), cut);
  }
}

/**
 * One instance of a face, cut down to French, in the format that drawing programs read.
 * @param cacheDir a folder that may be thrown away at any time
 */
export async function fixedFace(face: Face, modulesDir: string, cacheDir: string): Promise<Buffer> {
  const { source, fixed, narrowSpace } = FACES[face];
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
    // Hints steer the pixels of small text on old screens: a third of the display serif, which is set large.
    const options = { variationAxes: variationAxes ?? {}, noHinting: true };
    const french = await subsetFont(whole, GLYPHS, { ...options, targetFormat: 'sfnt' });
    const face = create(french);
    const glyphs = new Map(face.characterSet.map((code) => [code, face.glyphForCodePoint(code).id]));
    return subsetFont(withNarrowSpace(french, glyphs, narrowSpace), GLYPHS, {
      noHinting: true,
      targetFormat,
    });
  });
}
