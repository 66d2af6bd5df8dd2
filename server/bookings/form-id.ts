import { createHmac, randomBytes } from 'node:crypto';
import { uuidOf } from '#domain/uuid.ts';
import type { Secret } from '../config/secrets.ts';

/** Ids of the booking form without JavaScript, for what counts as one client (`clientKey`). */
export interface FormIds {
  /** A new random id for the form that a client is shown: a version 8 uuid (RFC 9562). */
  make(client: string): string;
  /** Whether an id was made for this client. */
  isOf(id: string, client: string): boolean;
}

const RANDOM_BYTES = 8;

/**
 * The id of a form is in its address, so that whoever comes back after booking is led to the call. An address can be
 * sent to somebody else, who would book under an id that the sender knows: so an id leads to a call only the client
 * that the form was made for. The first half of an id is random, the second is made of it and of the client.
 */
export function formIds(key: Secret): FormIds {
  function whole(random: Uint8Array, client: string): string {
    // As the uuid has it: its version is in the place of four of the random bits.
    const half = uuidOf(Buffer.concat([random, random]), 0x80).slice(0, 18);
    const proof = createHmac('sha256', key.reveal()).update(`booking form\0${half}\0${client}`).digest();
    return uuidOf(Buffer.concat([random, proof]), 0x80);
  }

  return {
    make: (client) => whole(randomBytes(RANDOM_BYTES), client),
    isOf: (id, client) =>
      whole(Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, RANDOM_BYTES), client) === id,
  };
}
