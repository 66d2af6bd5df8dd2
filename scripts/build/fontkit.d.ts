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
    glyphForCodePoint(code: number): { readonly id: number };
  }

  export function create(bytes: Uint8Array): Font;
}
