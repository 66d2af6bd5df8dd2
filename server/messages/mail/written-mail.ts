import type { CompiledQuery } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Links } from '../links.ts';
import type { OutgoingMail } from './transport.ts';

/** What mails are written with. */
export interface WriteDeps {
  readonly db: Database;
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
  readonly owners: readonly string[];
  /** Address that mails come from. */
  readonly sender: string;
}

/** Why a mail is not sent. */
export interface Dropped {
  readonly dropped: string;
}

/** A mail to send and the statements to run once it is accepted, or why it is dropped. */
export type WrittenMail =
  | { readonly mail: OutgoingMail; readonly following?: readonly CompiledQuery[] }
  | Dropped;
