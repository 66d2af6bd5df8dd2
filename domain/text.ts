/** C0, DEL and C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A surrogate without its other half (with `u` a pair is one character): a text that cannot be written as UTF-8. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Whether `text` holds a character that no field may hold (controls, lone surrogates). */
export function hasForbiddenCharacter(text: string): boolean {
  return CONTROL.test(text) || LONE_SURROGATE.test(text);
}

/**
 * What nobody sees, wherever it stands: direction marks, zero-width and tag characters, soft hyphens, Hangul fillers. Not
 * joiners and variation selectors, of which names in Persian and emoji are made.
 * @see https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the joiners are what is looked for
  /(?![\u034f\u180b-\u180d\u180f\u200c-\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Blanks of any kind, and joiners, which join nothing at the ends of a text. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: the joiners are what is looked for
const AT_ENDS = /[\s\p{Z}\u0085\u034f\u200c\u200d\u2800]/u;

/**
 * A text as it is meant, out of what was typed or pasted into any field: without what nobody sees and without blanks at
 * its ends. What is stored, compared, searched and erased is this text: a copied name or address often brings such
 * characters along, and two that look the same are the same.
 */
export function cleanText(typed: string): string {
  const text = withoutUnseen(typed);
  let [from, to] = [0, text.length];
  // No regular expression over the whole: its time would grow with the square of a long run of blanks.
  while (from < to && AT_ENDS.test(text.charAt(from))) from += 1;
  while (to > from && AT_ENDS.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * `text` without such signs at its end. A regular expression for it, `/[…]+$/`, is tried anew from each sign of a run that
 * ends elsewhere: with what strangers send, its time grows with the square of the length.
 * @param sign matches one character, with `u` if it may be beyond the Basic Multilingual Plane
 */
export function withoutEnd(text: string, sign: Pick<RegExp, 'test'>): string {
  let to = text.length;
  while (to > 0) {
    const last = [...text.slice(Math.max(0, to - 2), to)].at(-1) ?? '';
    if (!sign.test(last)) break;
    to -= last.length;
  }
  return text.slice(0, to);
}

/** The text without what nobody sees, its blanks as they are. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/**
 * A telephone number as it is meant: its blanks are of one kind, and what a link, a sentence or our own CSV puts around
 * it is gone: `tel:+41…`, `Tél. 079 …`, `(+41) 79 …`, a comma at the end. Apostrophes group figures in Switzerland.
 */
export function cleanPhone(typed: string): string {
  const number = withoutUnseen(cleanText(typed))
    .replace(/[\s\p{Z}\u2800]+/gu, ' ')
    .replace(/^(?:tel|callto|sms|t[ée]l(?:[ée]phone)?|natel|mobile|portable) ?[.:]+ ?/i, '')
    .replace(/(\d)['\u2019\u02bc`\u00b4](?=\d)/g, '$1 ')
    .replace(/^\( ?(\+|00) ?(\d{1,3}) ?\)/, '$1$2');
  return withoutEnd(number, /[ ,;.]/);
}

/** Whether there is nothing to be seen in `text`: it is empty, or of blanks and characters that nobody sees. */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}]/u.test(cleanText(text));
}

/** The length in code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/**
 * `text` with a non-breaking hyphen in « e-mail » and before « même », as in « nous-mêmes », which no line is to break;
 * addresses stay as they are.
 */
export function unbrokenWords(text: string): string {
  return text.replace(
    /(?<![@./\w-])(e)-(?=mails?\b(?!@|\.\w))|(?<=[nv]ous|eux|elles?|lui|soi|moi)-(?=mêmes?\b)/gi,
    '$1\u2011',
  );
}

/** A telephone number as it is read: never broken at the end of a line. */
export function unbrokenPhone(phone: string): string {
  return phone.replace(/\s/g, '\u00a0');
}

/** An address as it is read: the postcode stays with its town. */
export function unbrokenAddress(address: string): string {
  return address.replace(/(\d{4}) (?=\S)/g, '$1\u00a0');
}

/** « Le nom », as at the beginning of a sentence. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** « le nom », as in the middle of a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
