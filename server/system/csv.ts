import { withoutUnseen } from '#domain/text.ts';

/** What Excel in Swiss French expects; it also needs a byte order mark to recognise UTF-8. */
const SEPARATOR = ';';
export const BYTE_ORDER_MARK = '\ufeff';

/** The places at which a formula could begin: the start, and after any character that some program splits cells at. */
const FORMULA = /((?:^|[;,|\t\r\n"])[\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * A cell that is a telephone number and nothing else, with a country code as the ITU assigns them.
 * @see https://www.itu.int/pub/T-SP-E.164D
 */
const PHONE =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})[ \u00a0\u202f]?(\d(?:[ \u00a0\u202f]?\d){5,13})$/;

/**
 * One record (RFC 4180): every cell quoted, quotes doubled, CRLF at the end.
 * An apostrophe before each possible formula keeps spreadsheets from running it, whatever separator they use. A
 * telephone number gets its country code in brackets instead, `(+41) 79 123 45 67`: text to every spreadsheet, while
 * `+41791234567` and `0041 79…` are read as numbers, which lose what they begin with.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvRecord(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`);
  return `${quoted.join(SEPARATOR)}\r\n`;
}

function harmless(typed: string): string {
  // A mark that turns the text around could show another cell than the one that is there, or hide how it begins.
  const cell = withoutUnseen(typed);
  if (PHONE.test(cell)) return cell.replace(PHONE, '(+$1) $2');
  const text = cell.replace(FORMULA, "$1'");
  return /^[\t\r\n]/.test(text) ? `'${text}` : text;
}
