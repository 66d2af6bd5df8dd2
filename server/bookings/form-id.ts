import { createHmac, randomBytes } from 'node:crypto';
import { uuidOf } from '#domain/uuid.ts';
import type { Secret } from '../config/secrets.ts';
import { clientKey } from '../http/limits/client-key.ts';

/** Ids of the booking form without JavaScript. Each is valid for one client (`clientKey`): the one that asked for the form. */
export interface FormIds {
  /** Makes a new id, a version 8 uuid (RFC 9562). @param address the client's IP address */
  make(address: string): string;
  /** Whether the id was made for the client with this IP address. */
  isOf(id: string, address: string): boolean;
}

/** Length of the first half of a uuid, as it is written. */
const HALF = 18;

/**
 * The URL of the form contains its id, so that a visitor who goes back to it after booking is redirected to the booked
 * call. An attacker could send such a URL to a victim: the victim would book with an id that the attacker knows, and the
 * attacker would be redirected to the victim's call. Therefore only the client that the id was made for is redirected.
 * The first half of an id is random; the second half is an HMAC of the first half and the client.
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
