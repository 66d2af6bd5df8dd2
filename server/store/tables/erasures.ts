import type { Instant } from '#domain/instant.ts';
import type { Defaulted } from './column.ts';

/** Who was erased: keyed hashes of leads, bookings and mailboxes, from which nothing can be found out. */
export interface ErasuresTable {
  key: string;
  /** What was filled in before then is not to come back by itself. */
  before_at: Instant;
  erased_at: Instant;
}

/**
 * The records of erased leads, by their id alone: so that a search never takes one for another lead's, and so that they
 * are deleted at the provider. Not personal data.
 */
export interface ErasedRecordsTable {
  remote_id: string;
  /** `gone`: the provider had it no more; null: erased by a version that left its deletion to the operator. */
  state: Defaulted<'owed' | 'deleted' | 'gone' | null>;
  erased_at: Defaulted<number | null>;
  /** When the provider said that it is deleted, or gone. */
  ended_at: Defaulted<number | null>;
  /** While it is owed: when its deletion is tried next. */
  due_at: Defaulted<number | null>;
  attempts: Defaulted<number>;
  /** Since when the provider refuses the deletion. */
  refused_at: Defaulted<number | null>;
  last_error: Defaulted<string | null>;
}

/** Records that a search for an erased lead's could not tell to be its or somebody else's: the receipt names them. */
export interface UndecidedRecordsTable {
  remote_id: string;
  erased_at: number;
}

/**
 * Records of erased leads whose id is not known: what it takes to find one, until it was searched for. One for each
 * version of a lead that attempts have sent.
 */
export interface ErasedSearchesTable {
  id: string;
  email: string;
  user_id: string;
  url: string;
  erased_at: number;
  due_at: number;
  attempts: Defaulted<number>;
  refused_at: Defaulted<number | null>;
  last_error: Defaulted<string | null>;
}

/** Mails about erased leads and bookings, which may be files in the folder of any server. */
export interface ErasedMailsTable {
  id: string;
  erased_at: number;
}
