import type { PageNeed } from '#domain/page-needs.ts';

/** A YouTube id here takes the place of our own film; empty, the repository's film plays. */
export const film: Record<'sales' | 'introduction', { readonly youtube?: string }> = {
  sales: {},
  introduction: {},
};

/** What the page of a film declares that it needs. */
export function filmNeed(page: keyof typeof film): PageNeed {
  return film[page].youtube ? 'youtube' : 'film';
}
