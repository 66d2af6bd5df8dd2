import type { Lead } from '#domain/lead.ts';
import { uuidOf } from '../browser/uuid.ts';

/**
 * The uuid of a lead, made of what it says: two clicks, two tabs or a reload in the middle name the same lead.
 * SHA-256 in the shape of a version 8 uuid (RFC 9562, section 5.8). Where the platform keeps SHA-256 from
 * insecure pages, a random one.
 */
export async function leadId(fields: Omit<Lead, 'id' | 'status'>): Promise<string> {
  const text = JSON.stringify([fields.userId, fields.name, fields.email, fields.url]);
  const digest = globalThis.crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    : crypto.getRandomValues(new Uint8Array(16));
  return uuidOf(digest, 0x80);
}
