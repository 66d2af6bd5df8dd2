/** C0, DEL and C1 controls: none of them belongs in a name, an address or a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A surrogate without its other half: a text that cannot be written as UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether `text` holds a character that is refused everywhere (controls, half surrogates). */
export function hasForbiddenCharacter(text: string): boolean {
  return CONTROL.test(text) || LONE_SURROGATE.test(text);
}

/** The number of characters a person would count as typed, in code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}
