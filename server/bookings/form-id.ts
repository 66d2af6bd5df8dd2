import { createHmac, randomBytes } from 'node:crypto';
import { uuidOf } from '#domain/uuid.ts';
import type { Secret } from '../config/secrets.ts';
import { clientKey } from '../http/limits/client-key.ts';

/** Ids of the booking form without JavaScript, each bound to the client that the form was shown to (`clientKey`). */
export interface FormIds {
  /** A new random id: a version 8 uuid (RFC 9562). @param address of the client */
  make(address: string): string;
  /** Whether an id was made for the client at this address. */
  isOf(id: string, address: string): boolean;
}

/** Length of the first half of a uuid, as it is written. */
const HALF = 18;

/**
 * The id of a form is in the URL, so that a visitor who goes back to the form after booking is sent to the call. A URL
 * can also be sent to somebody else, who would then book under an id that the sender knows, and the sender would be
 * sent to that call. So only the client for which an id was made is sent to the call. The first half of an id is
 * random; the second is an HMAC of the first half and the client.
 */
export function formIds(key: Secret): FormIds {
  function bound(half: string, address: string): string {
    const hmac = createHmac('sha256', key.reveal()).update(`booking form\0${half}\0${clientKey(address)}`);
    return half + uuidOf(hmac.digest(), 0x80).slice(HALF);
  }

  return {
    make: (address) => bound(uuidOf(randomBytes(16), 0x80).slice(0, HALF), address),
    isOf: (id, address) => bound(id.slice(0, HALF), address) === id,
  };
}
