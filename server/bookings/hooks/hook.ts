import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanEmail, isMailAddress } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import type { Secret } from '../../config/secrets.ts';
import { readTimeZone } from '../booking-request.ts';
import { readPhone } from '../phone.ts';

/** What a provider's webhook says of one of the names that a call has had there. */
export interface CallNews {
  /** `moved`: this name has ended, the call goes on under another. */
  readonly kind: 'booked' | 'moved' | 'cancelled' | 'no-show';
  readonly uid: string;
  /** The name that the call had before. */
  readonly previous?: string | undefined;
  /** The name that the call has after this one. */
  readonly next?: string | undefined;
  /** With `booked`, as the end. */
  readonly start?: Instant | undefined;
  readonly end?: Instant | undefined;
  /** The reference to a lead, as the provider's page was given it. Untrusted: anybody can write one into that address. */
  readonly reference?: string | undefined;
  /** With `booked`. */
  readonly person?: Invitee | undefined;
}

export interface Invitee {
  readonly name: string;
  /** Empty when no mail can be sent to what was given. */
  readonly email: string;
  /** E.164; empty when none was sent that can be called. */
  readonly phone: string;
  readonly timeZone: string | null;
}

/** A webhook that was understood; without news it says nothing of a call. */
export interface Hook {
  /** As the provider names it. */
  readonly event: string;
  readonly news?: CallNews | undefined;
}

/** How the webhooks of one provider are verified and read. */
export interface HookKind {
  /** Name of the header that holds the signature; lower case. */
  readonly header: string;
  /** Whether the signature is that of these very bytes, made with the key and, where it says when, lately. */
  isSigned(signature: string, body: Buffer, key: Secret, now: Instant): boolean;
  /** @returns undefined: not what the provider's documentation promises */
  read(body: unknown): Hook | undefined;
}

/** Characters. */
const LONGEST_NAME = 200;

/** What a provider says of a person, within the bounds of what is stored. @param phones where a number may stand, the best first */
export function inviteeOf(
  given: { readonly name?: string | null | undefined; readonly email: string; readonly timeZone?: unknown },
  phones: readonly (string | null | undefined)[],
): Invitee {
  const numbers = phones.flatMap((typed) => {
    const read = typed && typed.length <= 40 ? readPhone(typed) : undefined;
    return read !== undefined && 'phone' in read ? [read.phone] : [];
  });
  return {
    name: [...(given.name || given.email)].slice(0, LONGEST_NAME).join(''),
    email: isMailAddress(cleanEmail(given.email)) ? cleanEmail(given.email) : '',
    phone: numbers[0] ?? '',
    timeZone: readTimeZone(given.timeZone),
  };
}

/** Whether a text is the hexadecimal HMAC-SHA256 of these parts, compared in a time that tells nothing. */
export function isHmac(signature: string, key: Secret, ...parts: readonly (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', key.reveal());
  for (const part of parts) hmac.update(part);
  const [given, wanted] = [Buffer.from(signature), Buffer.from(hmac.digest('hex'))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
