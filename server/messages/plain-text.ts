/** Controls, format characters (those that turn a line around among them), line separators, half surrogates. */
const UNSAFE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]+/gu;

/** Somebody else's words on one line, without what could turn it around: for a mail, a log or a database. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
}
