import { faultOfEmail, LONGEST_EMAIL } from './email.ts';
import type { FieldError, Parsed } from './errors.ts';
import { hasForbiddenCharacter, lengthOf } from './text.ts';

/** A visitor's request. `status` is the one at creation; bookings change it by events (domain/lead-status.ts). */
export interface Lead {
  /** A uuid made by the browser: the idempotency key. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `user_session.id` of the browser that sent it. */
  readonly userId: string;
  /** Address of the page at submission. */
  readonly url: string;
  readonly status: 'Cold';
}

/** Characters of a page's address. */
export const LONGEST_URL = 2048;

/** The fields that say something, and how many characters each may have. */
export const LEAD_LIMITS = {
  name: { min: 1, max: 200 },
  email: { min: 3, max: LONGEST_EMAIL },
  userId: { min: 1, max: 64 },
  url: { min: 1, max: LONGEST_URL },
} as const;

type ContentField = keyof typeof LEAD_LIMITS;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const LABELS: Readonly<Record<ContentField, string>> = {
  name: 'Le nom',
  email: 'L’adresse e-mail',
  userId: 'L’identifiant',
  url: 'L’adresse de la page',
};

/**
 * Reads a lead out of untrusted input (a request body, a stored entry).
 * Text is trimmed; the uuid is lower-cased. Returns every fault found, in French, never throws.
 */
export function parseLead(input: unknown): Parsed<Lead> {
  const source: Record<string, unknown> = isRecord(input) ? input : {};
  const errors: FieldError[] = [];
  const id = typeof source.id === 'string' ? source.id.toLowerCase() : '';
  if (!UUID.test(id)) errors.push({ field: 'id', message: 'L’identifiant de la demande doit être un UUID.' });
  const text = (field: ContentField): string => {
    const value = typeof source[field] === 'string' ? source[field].trim() : '';
    const message = faultOf(field, value);
    if (message) errors.push({ field, message });
    return value;
  };
  const value: Lead = {
    id,
    name: text('name'),
    email: text('email'),
    userId: text('userId'),
    url: text('url'),
    status: 'Cold',
  };
  return errors.length === 0 ? { ok: true, value } : { ok: false, errors };
}

/** Whether two leads under one id say the same in every field. */
export function sameContent(a: Lead, b: Lead): boolean {
  return (Object.keys(LEAD_LIMITS) as ContentField[]).every((field) => a[field] === b[field]);
}

/** What is wrong with one trimmed field, or undefined when nothing is. */
export function faultOf(field: ContentField, value: string): string | undefined {
  const { min, max } = LEAD_LIMITS[field];
  if (value === '') return `${LABELS[field]} est obligatoire.`;
  if (hasForbiddenCharacter(value)) return `${LABELS[field]} contient un caractère qui n’est pas accepté.`;
  const length = lengthOf(value);
  if (length < min || length > max) return `${LABELS[field]} doit compter de ${min} à ${max} caractères.`;
  return field === 'email' ? faultOfEmail(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
