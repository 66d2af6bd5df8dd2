import { isAsciiAddress } from '../../config/mail-address.ts';

/**
 * Where the answer to a mail goes: to the visitor from the owner's mails, to the owner's first address from a
 * visitor's, whatever address it is sent from. Not every mail program can answer an address in other letters.
 */
export function replyTo(address: string | undefined): { readonly replyTo?: string } {
  return address !== undefined && isAsciiAddress(address) ? { replyTo: address } : {};
}
