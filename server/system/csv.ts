/** What Excel in Swiss French expects; it also needs a byte order mark to recognise UTF-8. */
const SEPARATOR = ';';
export const BYTE_ORDER_MARK = '\ufeff';

/** The places at which a formula could begin: the start, and after any character that some program splits cells at. */
const FORMULA = /((?:^|[;,|\t\r\n"])[\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * One record (RFC 4180): every cell quoted, quotes doubled, CRLF at the end.
 * An apostrophe before each possible formula keeps spreadsheets from running it, whatever separator they use.
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
