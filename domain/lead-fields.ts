import { LONGEST_EMAIL } from './email.ts';
import { LONGEST_URL } from './longest-url.ts';

/** The rule of one field of a lead. */
export interface FieldRule {
  /** Who fills it in: the visitor in the form, or the page that holds the form. */
  readonly by: 'visitor' | 'page';
  /**
   * `always`: a lead without it is refused. `in-form`: the form requires it, but a lead that lacks the property is
   * accepted, since a browser may have kept it from a version of the form without this field. `no`: it may be blank.
   */
  readonly required: 'always' | 'in-form' | 'no';
  /** How many characters it may have, counted in code points, when it is not blank. */
  readonly min: number;
  readonly max: number;
}

/**
 * The fields of a lead, in the order in which faults are listed; leads that differ in any of them are two leads. `content/lead-fields.ts` has their words,
 * `server/fields/lead-fields.ts` what the server makes of them.
 */
export const LEAD_FIELDS = {
  name: { by: 'visitor', required: 'always', min: 1, max: 200 },
  email: { by: 'visitor', required: 'always', min: 3, max: LONGEST_EMAIL },
  /** `user_session.id` of the browser that sent it. */
  userId: { by: 'page', required: 'always', min: 1, max: 64 },
  /** Address of the page at submission. */
  url: { by: 'page', required: 'always', min: 1, max: LONGEST_URL },
} as const satisfies Readonly<Record<string, FieldRule>>;

type Rules = typeof LEAD_FIELDS;

export type LeadField = keyof Rules;

/** The fields that a visitor fills in. */
export type TypedField = { [F in LeadField]: Rules[F]['by'] extends 'visitor' ? F : never }[LeadField];

/** The fields that the page with the form fills in. */
export type PageField = Exclude<LeadField, TypedField>;

/** The fields that every lead has. */
export type RequiredField = {
  [F in LeadField]: Rules[F]['required'] extends 'always' ? F : never;
}[LeadField];

/** The names of all fields, in the order of the table. */
export const FIELD_NAMES = Object.keys(LEAD_FIELDS) as readonly LeadField[];

/** The names of those that a visitor fills in, in the order of the form. */
export const TYPED_FIELDS = FIELD_NAMES.filter(
  (field): field is TypedField => ruleOf(field).by === 'visitor',
);

/** The rule of a field. */
export function ruleOf(field: LeadField): FieldRule {
  return LEAD_FIELDS[field];
}
