import { cleanEmail, faultOfEmail } from './email.ts';
import type { FieldError, Parsed } from './errors.ts';
import { FIELD_NAMES, type LeadField, type RequiredField, ruleOf, TYPED_FIELDS } from './lead-fields.ts';
import { cleanText, hasForbiddenCharacter, isBlank, lengthOf } from './text.ts';

/** What a lead says: its fields, without those that are blank. */
export type LeadContent = { readonly [F in RequiredField]: string } & {
  readonly [F in Exclude<LeadField, RequiredField>]?: string;
};

/** A visitor's request. `status` is the one at creation; bookings change it by events (domain/lead-status.ts). */
export type Lead = LeadContent & {
  /** A uuid made by the browser: the idempotency key. */
  readonly id: string;
  readonly status: 'Cold';
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong with a text of allowed length, in French, where a field has a rule beyond that. */
const FAULTS: { readonly [F in LeadField]?: (text: string) => string | undefined } = { email: faultOfEmail };

/** How faults name the fields, in French (content/lead-fields.ts). */
export type FieldNames = Readonly<Record<LeadField, string>>;

/**
 * Reads a lead out of untrusted input (a request body, a stored entry).
 * Texts are cleaned (`cleanField`); the uuid is lower-cased. Returns every fault found, in French, never throws.
 */
export function parseLead(input: unknown, names: FieldNames): Parsed<Lead> {
  const source: Record<string, unknown> = isRecord(input) ? input : {};
  const errors: FieldError[] = [];
  const id = typeof source.id === 'string' ? source.id.toLowerCase() : '';
  if (!UUID.test(id)) errors.push({ field: 'id', message: 'L’identifiant de la demande doit être un UUID.' });
  const read = (field: LeadField): string => {
    const given = source[field];
    if (given === undefined && ruleOf(field).required === 'in-form') return '';
    const value = typeof given === 'string' ? cleanField(field, given) : '';
    const message = faultOf(field, value, names[field]);
    if (message) errors.push({ field, message });
    return value;
  };
  const content = leadContent(read);
  return errors.length === 0
    ? { ok: true, value: { id, ...content, status: 'Cold' } }
    : { ok: false, errors };
}

/** The content of a lead, blank fields left out. @param read the text of a field, empty when it is blank */
export function leadContent(read: (field: LeadField) => string): LeadContent {
  const texts = FIELD_NAMES.map((field) => [field, read(field)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as LeadContent;
}

/** The text of a field as it is stored, compared, searched and erased: the one rule for all that a person types. */
export function cleanField(field: LeadField, text: string): string {
  if (field === 'email') return cleanEmail(text);
  // A form may hold what is no field of a lead.
  return TYPED_FIELDS.some((typed) => typed === field) ? cleanText(text) : text.trim();
}

/** Whether two leads under one id say the same in every field; one may be of a version that cleaned less. */
export function sameContent(a: LeadContent, b: LeadContent): boolean {
  const cleaned = (lead: LeadContent, field: LeadField) => cleanField(field, lead[field] ?? '');
  return FIELD_NAMES.every((field) => a[field] === b[field] || cleaned(a, field) === cleaned(b, field));
}

/** What is wrong with one cleaned field, or undefined when nothing is. @param name how the fault names it, in French */
export function faultOf(field: LeadField, value: string, name: string): string | undefined {
  const { min, max, required } = ruleOf(field);
  if (isBlank(value)) return required === 'no' ? undefined : `${name} est obligatoire.`;
  if (hasForbiddenCharacter(value)) return `${name} contient un caractère qui n’est pas accepté.`;
  const length = lengthOf(value);
  if (length < min || length > max) return `${name} doit compter de ${min} à ${max} caractères.`;
  return FAULTS[field]?.(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
