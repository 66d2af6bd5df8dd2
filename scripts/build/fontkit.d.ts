// The package ships no types; this is the part of it that is used here.
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    /** Below zero. */
    readonly descent: number;
    readonly lineGap: number;
    /** The code points it has a glyph for. */
    readonly characterSet: readonly number[];
    /** The glyph of a code point; its advance in font units. */
    glyphForCodePoint(code: number): { readonly id: number; readonly advanceWidth: number };
  }

  export function create(bytes: Uint8Array): Font;
}
