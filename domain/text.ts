/** C0, DEL and C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A surrogate without its other half: a text that cannot be written as UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether `text` holds a character that no field may hold (controls, lone surrogates). */
export function hasForbiddenCharacter(text: string): boolean {
  return CONTROL.test(text) || LONE_SURROGATE.test(text);
}

/** The length in code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** `text` with a non-breaking hyphen in the word « e-mail », which no line is to break; addresses stay as they are. */
export function unbrokenWords(text: string): string {
  return text.replace(/(?<![@./\w-])e-(?=mails?\b(?!@|\.\w))/g, 'e\u2011');
}
