import { createHmac } from 'node:crypto';
import { faultNames } from '#content/lead-fields.ts';
import type { Parsed } from '#domain/errors.ts';
import type { Instant } from '#domain/instant.ts';
import { type Lead, type LeadContent, parseLead } from '#domain/lead.ts';
import { type PageField, ruleOf, TYPED_FIELDS, type TypedField } from '#domain/lead-fields.ts';
import { newUserId } from '#domain/session.ts';
import type { Secret } from '../config/secrets.ts';

/** The fields of the form without JavaScript, as they were typed. */
export type TypedForm = Omit<LeadContent, PageField>;

/** The fields of a form, read one by one. */
export function typedForm(read: (field: TypedField) => string): TypedForm {
  return Object.fromEntries(TYPED_FIELDS.map((field) => [field, read(field)])) as TypedForm;
}

/** Whether a field is blank that the form asks for. */
export function lacksField(typed: TypedForm): boolean {
  return TYPED_FIELDS.some((field) => !typed[field] && ruleOf(field).required !== 'no');
}

export interface FormContext {
  readonly nowMs: Instant;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Address of the page that holds the form. */
  readonly pageUrl: string;
  /** The secret key of the ids. */
  readonly key: Secret;
}

/** Makes a lead out of a form post: what a script would have added is added here. */
export function leadFromForm(typed: TypedForm, context: FormContext): Parsed<Lead> {
  const lead = {
    id: formLeadId(typed, context),
    ...typed,
    userId: newUserId(context.nowMs, context.random),
    url: context.pageUrl,
  };
  return parseLead(lead, faultNames);
}

/**
 * The idempotency key of a form without JavaScript, which cannot bring its own: the same fields on the same day (UTC)
 * make the same id, so that two clicks are one lead. An HMAC, so that nobody else can compute it and store
 * something under it first, or find out whether it is stored. Shaped as a version 8 uuid (RFC 9562).
 * @param nth 0, or which further id to make for the same content when the one before is taken
 */
export function formLeadId(
  typed: TypedForm,
  { nowMs, key }: Pick<FormContext, 'nowMs' | 'key'>,
  nth = 0,
): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const { name, email, ...added } = typed;
  // A field that is added later and left blank changes no id.
  const more = Object.entries(added).filter(([, text]) => text);
  const text = JSON.stringify([name.trim(), email.toLowerCase().trim(), day, nth, ...more]);
  return uuidOf(createHmac('sha256', key.reveal()).update(text).digest('hex'));
}

/** A version 8 uuid (RFC 9562) out of the first bits of a hash in hexadecimal. */
function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
