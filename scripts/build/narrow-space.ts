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
export function withNarrowSpace(font: Buffer, glyphs: ReadonlyMap<number, number>, em: number): Buffer {
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
