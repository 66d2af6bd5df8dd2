/**
 * What could steer a terminal or turn a line around: controls, format characters (bidirectional ones among them),
 * line separators, half surrogates, private and unassigned code points. The two joiners stay: scripts and emoji need them.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** A stored text as a terminal may show it: what is unsafe stands there as ‹U+202E›. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const hex = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${hex}›`;
  });
}

/** The same for a text of several lines. */
export function safeLines(text: string): string {
  return text.replace(/[^\r\n]+/g, safeText);
}

/** JSON that says exactly what is stored, and shows nothing unsafe: those characters are written as escapes. */
export function safeJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replace(UNSAFE, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}
