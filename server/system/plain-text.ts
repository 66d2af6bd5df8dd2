/**
 * Characters that could send commands to a terminal or change how the text around them is shown: Unicode's general
 * categories C (control, format with the bidirectional ones, surrogate, private use, unassigned), Zl and Zp (line and
 * paragraph separator). Left out are the zero-width joiner and non-joiner, which some scripts and emoji need.
 */
export const UNSAFE = /[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

/** Of them, those that are not seen and part no words: soft hyphen, zero-width space, word joiner, byte order mark. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** Untrusted text on one line, without characters that could change how the rest is shown. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, '').replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
}
