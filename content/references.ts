import { decided } from './facts/fact.ts';
import { listOf, record, text } from './facts/kinds.ts';

/** Who calls or builds. */
export interface TeamMember {
  readonly name: string;
  /** What this person does for the visitor: « Vous appelle », « Construit votre site ». */
  readonly role: string;
  /** A picture in `facts/people/`, upright: `camille.jpg`. */
  readonly face: string;
}

/** A customer who has agreed to be named, with one figure that can be shown to be true (LCD art. 13a). */
export interface Customer {
  readonly name: string;
  readonly city: string;
  /** « +38\u202f% », « 3 fois plus ». */
  readonly figure: string;
  /** What the figure counts, and over which time: « de demandes en trois mois ». */
  readonly counts: string;
}

/**
 * What only the owner can say. Nothing here is made up: what is empty does not exist on `/sales`, and
 * `npm run doctor` says what it would do.
 */
export const people = decided<readonly TeamMember[]>(
  'references.people',
  [],
  'qui appelle et qui construit, avec une photo chacun',
  listOf(record({ name: text, role: text, face: text })),
);

export const customers = decided<readonly Customer[]>(
  'references.customers',
  [],
  'des clients qui l’ont accepté, avec un chiffre vérifiable chacun',
  listOf(record({ name: text, city: text, figure: text, counts: text })),
);

/** The price as a sentence without its full stop: « Dès CHF 4’800, hors TVA ». */
export const price = decided<string | undefined>(
  'references.price',
  undefined,
  'le prix de départ, en une phrase sans point final',
  text,
);
