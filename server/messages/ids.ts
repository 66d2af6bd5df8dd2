import { createHash } from 'node:crypto';

/**
 * An id derived from what caused a message or event, so that work repeated after a crash makes the same id.
 * @param cause id of what caused it
 * @param what tells apart what has the same cause
 */
export function idAfter(cause: string, what: string): string {
  return createHash('sha256').update(`${cause}\0${what}`).digest('hex').slice(0, 32);
}

/** A Message-ID without its brackets (RFC 5322, section 3.6.4). */
export function mailId(id: string, senderAddress: string): string {
  return `${id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1).toLowerCase()}`;
}
