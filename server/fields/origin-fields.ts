/**
 * Where a lead came from, as the server has seen it: columns of `leads` that no form fills and that make no lead another
 * one. The page is a path; of the source an empty text was not said, and where it is absent nothing is known.
 */
export const ORIGIN_FIELDS = ['page', 'source', 'medium', 'campaign'] as const;
export type OriginField = (typeof ORIGIN_FIELDS)[number];
export type LeadOrigin = { readonly [F in OriginField]?: string };
export type OriginColumns = { [F in OriginField]: string | null };

/** The origin in a row, without what is unknown. */
export function originIn(row: OriginColumns): LeadOrigin {
  return Object.fromEntries(
    ORIGIN_FIELDS.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])),
  );
}

/** The columns of an origin. */
export function originColumns(origin: LeadOrigin | OriginColumns): OriginColumns {
  return Object.fromEntries(ORIGIN_FIELDS.map((field) => [field, origin[field] ?? null])) as OriginColumns;
}
