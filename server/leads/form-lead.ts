import { createHmac } from 'node:crypto';
import { faultNames } from '#content/lead-fields.ts';
import type { Parsed } from '#domain/errors.ts';
import type { Instant } from '#domain/instant.ts';
import { cleanField, type Lead, type LeadContent, parseLead } from '#domain/lead.ts';
import { type PageField, ruleOf, TYPED_FIELDS, type TypedField } from '#domain/lead-fields.ts';
import { newUserId } from '#domain/session.ts';
import { uuidOf } from '#domain/uuid.ts';
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
  /** What counts as one client (`clientKey`) of who sent the form. */
  readonly client: string;
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
 * Computes the id of a lead that was posted without JavaScript. Such a form cannot make an id, which is the lead's
 * idempotency key, in the browser. The same fields from the same client on the same day (UTC) give the same id, so that a
 * double click makes one lead. The client is included because the response contains a reference to the lead: somebody
 * else who posts the same name and e-mail gets another lead, and no reference to the first. The id is an HMAC, written as
 * a version 8 uuid (RFC 9562): only the server can compute it, so no attacker can store another lead under it in advance
 * or test whether it exists.
 * @param nth 0, or which further id to make for the same content when the one before is taken
 */
export function formLeadId(
  typed: TypedForm,
  { nowMs, key, client }: Pick<FormContext, 'nowMs' | 'key' | 'client'>,
  nth = 0,
): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const { name, email, ...added } = typed;
  // A field that is added later and left blank changes no id.
  const more = Object.entries(added).filter(([, text]) => text);
  const text = JSON.stringify([
    cleanField('name', name),
    cleanField('email', email).toLowerCase(),
    day,
    client,
    nth,
    ...more,
  ]);
  return uuidOf(createHmac('sha256', key.reveal()).update(text).digest(), 0x80);
}
