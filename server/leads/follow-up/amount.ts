/** Francs as people type them, groups of thousands parted by a space, an apostrophe or a point for centimes. */
const TYPED = /^\d{1,9}([.,]\d{1,2})?$/;

/**
 * An amount in Swiss francs that somebody typed: « 1'500 », « 1500.50 CHF ».
 * @returns undefined for an empty text
 */
export function amountIn(text: string): number | undefined | 'invalid' {
  const plain = text.replace(/chf|fr\./gi, '').replace(/[\s'’]/g, '');
  if (plain === '') return undefined;
  return TYPED.test(plain) ? Number(plain.replace(',', '.')) : 'invalid';
}
