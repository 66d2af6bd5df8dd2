import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../config/secrets.ts';

/** What a link allows whoever holds it to do, for one lead. */
export type LinkPurpose = 'follow-up' | 'erasure' | 'reference';

const PURPOSES: readonly LinkPurpose[] = ['follow-up', 'erasure', 'reference'];
const HMAC_BYTES = 32;
/** Purpose, lead id, end in seconds since the epoch. */
const CONTENT_BYTES = 1 + 16 + 6;

export interface Links {
  /**
   * A token for an address: the lead's id, its purpose and its end, and a signature over them.
   * @param until milliseconds since the epoch
   */
  sign(purpose: LinkPurpose, leadId: string, until: number): string;
  /** The lead that a token is about; undefined when it is not ours, of another purpose, or over. */
  read(purpose: LinkPurpose, token: string, now: number): string | undefined;
  /** Stands for an e-mail address, whatever its case, and tells nobody what it is. */
  addressKey(address: string): string;
}

/** Links that any instance with the same key has made and reads. */
export function signedLinks(key: Secret): Links {
  const hmac = (subject: string, content: Uint8Array | string) =>
    createHmac('sha256', key.reveal()).update(`${subject}\0`).update(content).digest();

  return {
    sign(purpose, leadId, until) {
      const content = Buffer.alloc(CONTENT_BYTES);
      content.writeUInt8(PURPOSES.indexOf(purpose));
      content.write(leadId.replaceAll('-', ''), 1, 'hex');
      content.writeUIntBE(Math.floor(until / 1000), 17, 6);
      return Buffer.concat([content, hmac('link', content)]).toString('base64url');
    },

    read(purpose, token, now) {
      const bytes = Buffer.from(token, 'base64url');
      // The same bytes can be written in several ways; only one of them is what was signed.
      if (bytes.length !== CONTENT_BYTES + HMAC_BYTES || bytes.toString('base64url') !== token)
        return undefined;
      const content = bytes.subarray(0, CONTENT_BYTES);
      if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), hmac('link', content))) return undefined;
      if (PURPOSES[content.readUInt8()] !== purpose) return undefined;
      if (content.readUIntBE(17, 6) * 1000 <= now) return undefined;
      return content.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },

    addressKey: (address) => hmac('address', address.toLowerCase()).toString('base64url').slice(0, 22),
  };
}

/** Whoever waits longer before they book is somebody new. */
export const REFERENCE_MS = 90 * 24 * 60 * 60_000;

/**
 * The signed name of a lead, by which its visitor's booking is known to be its own.
 * @param from milliseconds since the epoch
 */
export function leadReference(links: Pick<Links, 'sign'>, leadId: string, from: number): string {
  return links.sign('reference', leadId, from + REFERENCE_MS);
}
