/** Excel set to Swiss French separates by semicolons and takes UTF-8 for what it is only after a byte order mark. */
const SEPARATOR = ';';
export const BYTE_ORDER_MARK = '\ufeff';

/** Where a reader may take a cell to begin: at the start, and after anything that some reader splits at. */
const FORMULA = /((?:^|[;,|\t\r\n"])[\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * One record (RFC 4180): every cell quoted, quotes doubled, CRLF at the end.
 * No cell can begin a formula, whatever separator its reader goes by: an apostrophe stands before it.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvRecord(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`);
  return `${quoted.join(SEPARATOR)}\r\n`;
}

function harmless(cell: string): string {
  const text = cell.replace(FORMULA, "$1'");
  return /^[\t\r\n]/.test(text) ? `'${text}` : text;
}
