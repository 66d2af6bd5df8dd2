export interface Column<T> {
  readonly title: string;
  /** In columns of the terminal; absent: as wide as its widest cell. */
  readonly width?: number;
  text(row: T): string;
}

const GAP = '  ';
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });
/** Characters that take two columns (https://www.unicode.org/reports/tr11/), as far as names and addresses hold them. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uff01-\uff60])|\ufe0f/u;

/** Rows under their titles, aligned; what is too long for a column of a given width ends in an ellipsis. No line ends in spaces. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string[] {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => column.text(row))),
  ];
  const widths = columns.map(
    ({ width }, index) => width ?? Math.max(...lines.map((cells) => widthOf(cells[index] ?? ''))),
  );
  return lines.map((cells) =>
    cells
      .map((cell, index) => fitted(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + widthOfOne(segment), 0);
}

function widthOfOne(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

function fitted(text: string, width: number): string {
  const whole = widthOf(text);
  if (whole <= width) return text + ' '.repeat(width - whole);
  let kept = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (taken + widthOfOne(segment) > width - 1) break;
    kept += segment;
    taken += widthOfOne(segment);
  }
  return `${kept}…${' '.repeat(width - taken - 1)}`;
}
