import { type Links, signedLinks } from '../../messages/links.ts';
import type { Database } from '../../store/database.ts';
import { sharedSecret } from '../../store/shared-secret.ts';
import { mailboxKey } from '../../system/mailbox.ts';

/** The names of who was erased, as the table `erasures` and the list beside the database hold them. */
export interface ErasureKeys {
  lead(id: string): string;
  booking(id: string): string;
  /** Of the mailbox, however its address is written. */
  mailbox(email: string): string;
}

/** Keyed hashes: without the key of the links, which the database holds, nothing can be found out from them. */
export function erasureKeys({ keyedHash }: Pick<Links, 'keyedHash'>): ErasureKeys {
  return {
    lead: (id) => keyedHash(`erased lead ${id}`),
    booking: (id) => keyedHash(`erased booking ${id}`),
    mailbox: (email) => keyedHash(`erased mailbox ${mailboxKey(email)}`),
  };
}

/** The same with the key of that database. */
export async function erasureKeysOf(db: Database): Promise<ErasureKeys> {
  return erasureKeys(signedLinks(await sharedSecret(db, 'message-links')));
}
