/**
 * The fields of a form that no visitor sees, under the same names in its HTML and in JSON. They travel beside the
 * lead and are never part of it.
 */
export const HIDDEN_FIELDS = {
  /** Filled by the page's code: a solved challenge. */
  proof: 'proof',
  /** A trap: its name is unknown to browsers' autofill and attractive to form-filling programs. */
  trap: 'commentaire',
  /**
   * The address that the form has asked about, since it looks like a slip (domain/email-slips.ts): whoever sends it again
   * means it. Empty until then; a form without this field is not asked.
   */
  asked: 'adresse',
} as const;

/** In JSON, of a kept lead that is sent again: milliseconds since the form was filled in, by the browser's clock. */
export const AGE_FIELD = 'age';

/** The hidden fields of one submission that are filled, as they travel. */
export type HiddenFields = {
  readonly [name in (typeof HIDDEN_FIELDS)[keyof typeof HIDDEN_FIELDS]]?: string | undefined;
};
