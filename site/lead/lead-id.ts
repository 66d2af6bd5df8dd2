import type { Lead, LeadContent } from '#domain/lead.ts';
import { LONGEST_URL } from '#domain/longest-url.ts';
import { uuidOf } from '#domain/uuid.ts';

/**
 * The uuid of a lead, made of what it says: two clicks, two tabs or a reload in the middle name the same lead.
 * SHA-256 in the shape of a version 8 uuid (RFC 9562, section 5.8). Where the platform keeps SHA-256 from
 * insecure pages, a random one. Four fields are there without their names, since the first ids were made so; a further
 * one comes with its name, and only when it is filled, so that it changes no id that was made without it.
 */
export async function leadId({ userId, name, email, url, ...more }: LeadContent): Promise<string> {
  const text = JSON.stringify([userId, name, email, url, ...Object.entries(more)]);
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    : crypto.getRandomValues(new Uint8Array(16));
  return uuidOf(digest, 0x80);
}

/**
 * The lead that a form holds, under its id: in the browser, and on the server where the browser posts the form itself.
 * Blank fields are left out. The server cleans texts when it stores them; the rules for that are too large
 * for the page's first script.
 * @param values in the form's order
 */
export async function withLeadId(values: LeadContent): Promise<Lead> {
  // A page address is a note beside the lead: too long a one must not cost the lead.
  const url = values.url.replace(/#.*/, '').slice(0, LONGEST_URL);
  const content: Record<string, string> = {};
  for (const [field, text] of Object.entries({ ...values, url })) {
    const cleaned = text.trim();
    if (cleaned) content[field] = cleaned;
  }
  return { ...(content as LeadContent), id: await leadId(content as LeadContent), status: 'Cold' };
}
