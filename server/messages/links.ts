import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#domain/instant.ts';
import type { Secret } from '../config/secrets.ts';

/** What a signed link allows: for one lead; `call`: for one booking; `mailbox`: for the mailbox that a booking was made with. */
export type LinkPurpose = 'follow-up' | 'erasure' | 'reference' | 'call' | 'held' | 'mailbox' | 'report';

const PURPOSES: readonly LinkPurpose[] = [
  'follow-up',
  'erasure',
  'reference',
  'call',
  'held',
  'mailbox',
  'report',
];
const HMAC_BYTES = 32;
/** Purpose, id, end in seconds since the epoch. */
const CONTENT_BYTES = 1 + 16 + 6;

/** What a genuine token says. */
export interface SignedLink {
  readonly purpose: LinkPurpose;
  /** Of the lead or booking. */
  readonly id: string;
  /** An expired one is enough to ask for a new one, and for nothing else. */
  readonly expired: boolean;
}

export interface Links {
  /**
   * A token for an address: the id of the lead or booking, its purpose and its end, and a signature over them.
   */
  sign(purpose: LinkPurpose, id: string, until: Instant): string;
  /** What a token says, whatever it is for; undefined when it is forged. */
  open(token: string, now: Instant): SignedLink | undefined;
  /** The id that a token names; undefined when it is forged, expired or of another purpose. */
  read(purpose: LinkPurpose, token: string, now: Instant): string | undefined;
  /** A keyed hash of a text, whatever its case, as of an e-mail address: the text cannot be found out from it. */
  keyedHash(text: string): string;
  /** A keyed hash of the network of a client (`widestKey`), which cannot be found out from it. */
  clientHash(client: string): string;
}

/** Signs and verifies links; servers with the same key accept each other's. */
export function signedLinks(key: Secret): Links {
  const hmac = (subject: string, content: Uint8Array | string) =>
    createHmac('sha256', key.reveal()).update(`${subject}\0`).update(content).digest();

  function open(token: string, now: Instant): SignedLink | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Base64url can write the same bytes in several ways; only the canonical one is accepted.
    if (bytes.length !== CONTENT_BYTES + HMAC_BYTES || bytes.toString('base64url') !== token)
      return undefined;
    const content = bytes.subarray(0, CONTENT_BYTES);
    if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), hmac('link', content))) return undefined;
    const purpose = PURPOSES[content.readUInt8()];
    if (purpose === undefined) return undefined;
    const id = content.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return { purpose, id, expired: content.readUIntBE(17, 6) * 1000 <= now };
  }

  return {
    sign(purpose, id, until) {
      const content = Buffer.alloc(CONTENT_BYTES);
      content.writeUInt8(PURPOSES.indexOf(purpose));
      content.write(id.replaceAll('-', ''), 1, 'hex');
      content.writeUIntBE(Math.floor(until / 1000), 17, 6);
      return Buffer.concat([content, hmac('link', content)]).toString('base64url');
    },

    open,
    read(purpose, token, now) {
      const link = open(token, now);
      return link?.purpose === purpose && !link.expired ? link.id : undefined;
    },

    keyedHash: (text) => hmac('address', text.toLowerCase()).toString('base64url').slice(0, 22),
    clientHash: (client) => hmac('client', client).toString('base64url').slice(0, 22),
  };
}

/** How long a reference names its lead in a booking; later bookings count as a new person's. */
export const REFERENCE_MS = 90 * 24 * 60 * 60_000;

/**
 * The signed id of a lead, which its visitor sends with a booking so that the booking is linked to the lead.
 */
export function leadReference(links: Pick<Links, 'sign'>, leadId: string, from: Instant): string {
  return links.sign('reference', leadId, from + REFERENCE_MS);
}
