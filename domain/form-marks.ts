/**
 * What a lead form carries beside the lead, under the same names in its HTML and in JSON. None of it is ever part
 * of the lead.
 */
export const FORM_MARKS = {
  /** Filled by the page's code: a solved challenge. */
  proof: 'proof',
  /** A hidden field: its name is unknown to browsers' autofill and attractive to form-filling programs. */
  trap: 'commentaire',
} as const;

/** The marks of one submission, as they travel. */
export type FormMarks = { readonly [name in (typeof FORM_MARKS)[keyof typeof FORM_MARKS]]?: string };
