import { UNSAFE } from '#server/system/plain-text.ts';

/** The same in indented JSON, whose own lines end with the one control character in it. */
const UNSAFE_IN_JSON = /[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d\n]]/gv;

/** A stored text, safe for a terminal: unsafe characters are written as ‹U+202E›. */
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

/** The names that an instant has in JSON. */
const INSTANT = /(?:At|Start|Until)$|^(?:at|since|until|start|end)$/;

/**
 * JSON with unsafe characters written as escapes, so that it is exact and safe for a terminal; instants are ISO 8601 in
 * UTC.
 */
export function safeJson(value: unknown): string {
  const readable = (name: string, one: unknown) =>
    typeof one === 'number' && INSTANT.test(name) ? new Date(one).toISOString() : one;
  const json = JSON.stringify(value, readable, 2);
  return json.replace(UNSAFE_IN_JSON, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
