/** A YouTube id here takes the place of our own film; empty, the repository's film plays. */
export const film: Record<'sales' | 'introduction', { readonly youtube?: string }> = {
  sales: {},
  introduction: {},
};
