import { isMailAddress } from '#domain/email.ts';

/** Whether it can stand in a header that every mail server takes (RFC 6532 is not supported by all). */
export function isAsciiAddress(text: string): boolean {
  return isMailAddress(text) && /^[\x21-\x7e]+$/.test(text);
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}
