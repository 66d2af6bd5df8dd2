import type { PageNeed } from '#domain/page-needs.ts';
import { decided } from './facts/fact.ts';
import { youtube } from './facts/kinds.ts';

/** A YouTube id takes the place of our own film, which shows the made-up name of the agency. */
export const film = { sales: filmOf('sales'), introduction: filmOf('introduction') };

function filmOf(page: 'sales' | 'introduction'): { readonly youtube?: string } {
  const what = `l’identifiant YouTube de votre film de /${page}`;
  const id = decided<string | undefined>(`films.${page}.youtube`, undefined, what, youtube);
  return id === undefined ? {} : { youtube: id };
}

/** What the page of a film declares that it needs. */
export function filmNeed(page: keyof typeof film): PageNeed {
  return film[page].youtube ? 'youtube' : 'film';
}
