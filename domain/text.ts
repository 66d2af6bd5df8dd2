/** C0, DEL and C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A surrogate without its other half: a text that cannot be written as UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether `text` holds a character that no field may hold (controls, lone surrogates). */
export function hasForbiddenCharacter(text: string): boolean {
  return CONTROL.test(text) || LONE_SURROGATE.test(text);
}

/** Whether there is nothing to be seen in `text`: it is empty, or of spaces and zero-width characters alone. */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}]/u.test(text);
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
