import { createHash } from 'node:crypto';

/**
 * The id of a message that follows from another: the same each time, so that what is done again after a crash is the
 * same message.
 * @param cause id of the message it follows from
 * @param what the message is, once for each cause
 */
export function idAfter(cause: string, what: string): string {
  return createHash('sha256').update(`${cause}\0${what}`).digest('hex').slice(0, 32);
}

/** A Message-ID without its brackets (RFC 5322, section 3.6.4). */
export function mailId(id: string, senderAddress: string): string {
  return `${id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1).toLowerCase()}`;
}
