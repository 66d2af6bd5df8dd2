/** Where a visit came from; an empty text: not said. All are empty for whoever typed the address. */
export const SOURCE_FIELDS = ['source', 'medium', 'campaign'] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];
export type Source = { readonly [F in SourceField]: string };

export const DIRECT: Source = { source: '', medium: '', campaign: '' };

/** In the place of the sources beyond those that a day may have; no address can say it. */
export const OTHER_SOURCES: Source = { source: '(autres)', medium: '', campaign: '' };

/** Characters of one field. */
const LONGEST = 60;

/**
 * The source that an address says, read parameter by parameter.
 * @returns undefined when it says none
 */
export function sourceSaid(read: (parameter: string) => string | null): Source | undefined {
  // Link wrappers copy an address as HTML writes it: `?utm_source=a&amp;utm_medium=b`.
  const of = (field: SourceField) => read(`utm_${field}`) ?? read(`amp;utm_${field}`);
  const said = SOURCE_FIELDS.map((field) => [field, plain(of(field) ?? '')] as const);
  return said.some(([, text]) => text !== '') ? (Object.fromEntries(said) as Source) : undefined;
}

/** The source of whoever followed a link of another site, by its host name. */
export function sourceOfSite(host: string): Source {
  return { ...DIRECT, source: plain(host.replace(/^www\./i, '')) };
}

/** The part of a query that says the source; fit for an address, and in HTML for an attribute once `&` is escaped. */
export function queryOf(source: Source): string {
  return SOURCE_FIELDS.filter((field) => source[field] !== '')
    .map((field) => `utm_${field}=${encodeURIComponent(source[field]).replaceAll("'", '%27')}`)
    .join('&');
}

/** One spelling for a source, however it was typed; an e-mail address has no place in it. */
function plain(text: string): string {
  const known = text
    .slice(0, 4 * LONGEST)
    .normalize('NFKC')
    .toLowerCase();
  if (known.includes('@')) return '';
  const letters = known.replace(/[^\p{L}\p{M}\p{N}._~+:/-]+/gu, ' ').trim();
  return [...letters].slice(0, LONGEST).join('').trim();
}
