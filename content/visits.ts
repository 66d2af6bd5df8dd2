import { SOURCE_FIELDS, type SourceField } from '#domain/source.ts';
import { decided } from './facts/fact.ts';
import { oneOf } from './facts/kinds.ts';

const counting: 'oui' | 'non' = decided(
  'visits.counting',
  'oui',
  'si le serveur compte les visites, par page et par provenance, sans reconnaître personne',
  oneOf('oui', 'non'),
);

/** How the source of a lead or a visit is said to the owner, field by field. */
export const sourceWords: Readonly<Record<SourceField, string>> = {
  source: 'Provenance',
  medium: 'Support',
  campaign: 'Campagne',
};

/** Whoever typed the address, or whose browser does not say where the link was. */
const DIRECT = 'accès direct';
const UNKNOWN = 'inconnue';

/** What is said of a source; in a table every field has a cell. @param given undefined: it is not known */
export function sourceText(field: SourceField, given: string | undefined): string {
  if (field !== 'source') return given ?? '';
  return given === undefined ? UNKNOWN : given || DIRECT;
}

/** The fields of a known source that say something, each with its label. */
export function sourceFacts(of: { readonly [F in SourceField]?: string }): (readonly [string, string])[] {
  if (of.source === undefined) return [];
  return SOURCE_FIELDS.map((field) => [sourceWords[field], sourceText(field, of[field])] as const).filter(
    ([, text]) => text !== '',
  );
}

/** Whether the server counts visits, and keeps with a lead where it came from; the legal texts say the same. */
export const countsVisits = counting === 'oui';
