/** Characters of a page's address; not in the table of fields, which a page does without before the first touch. */
export const LONGEST_URL = 2048;
