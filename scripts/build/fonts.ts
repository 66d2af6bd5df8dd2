import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

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
 * The fonts by name. `axes`: the weights and widths that a variable font keeps. `narrowSpace`: the width in em of the
 * narrow no-break space (U+202F), narrower than the font's own space; together with the letter-spacing of the styles it
 * comes to 0.17 to 0.25 em.
 */
const FONTS = {
  'agency-display': {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: 750, wdth: 100 },
    narrowSpace: 0.22,
  },
  'agency-text': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    narrowSpace: 0.2,
  },
  'caterer-display': {
    source: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
    axes: {},
    narrowSpace: 0.2,
  },
  'caterer-text': {
    source: '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    narrowSpace: 0.18,
  },
} as const;

/**
 * Cuts each font down to French and writes `<name>.woff2` into `outDir`.
 * @param modulesDir the `node_modules` that holds the full fonts
 */
export async function subsetFonts(modulesDir: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const [name, { source, axes, narrowSpace }] of Object.entries(FONTS)) {
    const whole = await readFile(join(modulesDir, source));
    const cut = await subset(whole, axes, narrowSpace, `${outDir}/cut`);
    await writeFile(join(outDir, `${name}.woff2`), cut);
  }
}

type Axes = Parameters<typeof subsetFont>[2]['variationAxes'];

function subset(whole: Buffer, variationAxes: Axes, narrowSpace: number, cacheDir: string): Promise<Buffer> {
  const inputs = [whole, GLYPHS, 'woff2', JSON.stringify(variationAxes), 'no hints', `${narrowSpace} em`];
  return cached(cacheDir, inputs, async () => {
    // Hints (for small text on screens of few pixels) are a third of the display serif's bytes, and it is set large.
    const options = { variationAxes: variationAxes ?? {}, noHinting: true };
    const french = await subsetFont(whole, GLYPHS, { ...options, targetFormat: 'sfnt' });
    const font = create(french);
    const glyphs = new Map(font.characterSet.map((code) => [code, font.glyphForCodePoint(code).id]));
    return subsetFont(withNarrowSpace(french, glyphs, narrowSpace), GLYPHS, {
      noHinting: true,
      targetFormat: 'woff2',
    });
  });
}

const ENCODING = { platform: 3, encoding: 1, format: 4 } as const;
const RECORD_AT = 12;
const RECORD_BYTES = 16;

/**
 * Gives a font a narrow no-break space (U+202F). None of ours has one, and browsers then take half a space
 * for it, 0.1 em, which before `?` and `!` can hardly be seen. Its glyph is the no-break space's, which is drawn like
 * the space: the two then share that one. The non-breaking hyphen (U+2011) is drawn as the hyphen.
 * @param font an uncompressed font that has a glyph each for space and no-break space
 * @param glyphs its glyph by code point, of all characters that it is to keep
 * @param em how wide the narrow space is, in em
 * @returns the font, to be cut once more: its checksums are stale
 * @throws Error when it has no hyphen, its two spaces are one glyph, or its advances are not written one by one
 * @see https://learn.microsoft.com/typography/opentype/spec/otff (directory), /cmap (format 4), /hmtx, /hhea, /head
 */
function withNarrowSpace(font: Buffer, glyphs: ReadonlyMap<number, number>, em: number): Buffer {
  const [space, noBreak, hyphen] = [glyphs.get(0x20), glyphs.get(0xa0), glyphs.get(0x2d)];
  const advances = tableAt(font, 'hhea').readUInt16BE(34);
  if (space === undefined || noBreak === undefined || space === noBreak || noBreak >= advances)
    throw new Error('a font without a glyph that could become its narrow space');
  if (hyphen === undefined) throw new Error('a font without a hyphen');
  const cmap = characterMap(new Map([...glyphs, [0xa0, space], [0x202f, noBreak], [0x2011, hyphen]]));
  const padding = (4 - (font.length % 4)) % 4;
  const whole = Buffer.concat([font, Buffer.alloc(padding), cmap]);
  const record = recordAt(whole, 'cmap');
  whole.writeUInt32BE(font.length + padding, record + 8);
  whole.writeUInt32BE(cmap.length, record + 12);
  const unitsPerEm = tableAt(whole, 'head').readUInt16BE(18);
  tableAt(whole, 'hmtx').writeUInt16BE(Math.round(em * unitsPerEm), noBreak * 4);
  return whole;
}

/** Where the directory's record of a table begins. */
function recordAt(font: Buffer, tag: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = RECORD_AT + i * RECORD_BYTES;
    if (font.toString('latin1', at, at + 4) === tag) return at;
  }
  throw new Error(`a font without a table ${tag}`);
}

function tableAt(font: Buffer, tag: string): Buffer {
  return font.subarray(font.readUInt32BE(recordAt(font, tag) + 8));
}

/** A `cmap` of one subtable, format 4, each character a separate segment: the font is cut once more anyway. */
function characterMap(glyphs: ReadonlyMap<number, number>): Buffer {
  const segments = [...[...glyphs].sort(([a], [b]) => a - b), [0xffff, 0] as const];
  const count = segments.length;
  const log = Math.floor(Math.log2(count));
  const range = 2 * 2 ** log;
  const words = [
    ...[0, 1, ENCODING.platform, ENCODING.encoding, 0, 12],
    ...[ENCODING.format, 16 + 8 * count, 0, 2 * count, range, log, 2 * count - range],
    ...segments.map(([code]) => code),
    0,
    ...segments.map(([code]) => code),
    ...segments.map(([code, glyph]) => (code === 0xffff ? 1 : (glyph - code) & 0xffff)),
    ...segments.map(() => 0),
  ];
  const bytes = Buffer.alloc(2 * words.length);
  for (const [i, word] of words.entries()) bytes.writeUInt16BE(word, 2 * i);
  return bytes;
}

/**
 * What `make` makes from `inputs`, made once for the same inputs and kept in `dir` under their hash.
 * @param dir a folder that may be thrown away at any time
 */
export async function cached(
  dir: string,
  inputs: readonly (string | Uint8Array)[],
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(String(input.length)).update('\n').update(input);
  const path = join(dir, hash.digest('hex').slice(0, 32));
  const known = await readFile(path).catch(() => undefined);
  if (known) return known;
  const made = await make();
  await mkdir(dir, { recursive: true });
  // Two builds may make the same thing: each writes its own and moves it into place whole.
  const aside = `${path}-${process.pid}`;
  await writeFile(aside, made);
  await rename(aside, path);
  return made;
}
