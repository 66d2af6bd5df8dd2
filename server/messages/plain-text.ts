/** Controls, format characters (bidirectional ones among them), line separators and lone surrogates; not the two joiners. */
const UNSAFE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]+/gu;

/** Untrusted text on one line, without characters that could change how the rest is shown. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
}
